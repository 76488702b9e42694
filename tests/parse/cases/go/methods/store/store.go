package store

type Store struct{ items []*Item }

type Item struct{ next *Item }

// Open makes one.
func Open(name string, sizes ...int) (*Store, error) {
	store := &Store{}
	if err := store.load(name); err != nil {
		return nil, err
	}
	return store, nil
}

func (s *Store) load(name string) error {
	for _, item := range s.items {
		item.check()
	}
	first := s.first()
	first.next.check()
	return nil
}

func (s *Store) first() *Item { return s.items[0] }

func (i Item) check() {}
