package list

type Number interface {
	~int | ~float64
}

type List[T any] struct {
	items []T
}

func (l *List[T]) Push(item T) { l.items = append(l.items, item) }

func Map[T, R any](list *List[T], change func(T) R) *List[R] {
	made := &List[R]{}
	for _, item := range list.items {
		made.Push(change(item))
	}
	return made
}

func Sum[N Number](numbers ...N) (total N) { return total }
