package store

type Store struct{ items map[int]*Item }

func Open(path string) *Store { return &Store{} }

func (s *Store) Find(id int) *Item { return s.items[id] }
