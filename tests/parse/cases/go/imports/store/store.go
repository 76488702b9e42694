package store

type Store struct{}

func Open(name string) *Store { return &Store{} }
