package a

type Number interface{ Half() int }

type List[T any] struct{ items []T }

func (l *List[T]) Push(item T)  {}
func (l *List[T]) Len() int     { return 0 }

func Sum[N Number](all []N) int {
	for _, n := range all {
		n.Half()
	}
	return all[0].Half()
}

type Half struct{}

func (h Half) Half() int { return 1 }

func use() {
	l := &List[int]{}
	l.Push(1)
	Sum[Half](nil)
	Sum([]Half{})
	NewList[string]().Len()
}

func NewList[T any]() *List[T] { return nil }
