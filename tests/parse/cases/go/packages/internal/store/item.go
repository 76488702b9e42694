package store

type Item struct{}

func (i *Item) Print() {}

func (s *Store) Close() error {
	for _, item := range s.items {
		item.Print()
	}
	return nil
}
