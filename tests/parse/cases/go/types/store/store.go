// Package store keeps things.
package store

// Store keeps things. Well.
type Store struct {
	Name  string
	cache map[string]*Item
	a, b  int
}

type (
	// Item is one thing.
	Item struct{ value int }
	ID   string
	Func func(*Item) error
	Same = Item
)

type Reader interface {
	Read(id ID) (*Item, error)
}

const Limit = 3

const (
	First = iota
	Second
)

var shared, other = make(map[ID]*Item), 2
var typed *Store
