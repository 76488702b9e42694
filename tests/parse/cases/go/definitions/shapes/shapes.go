// Package shapes has shapes. And more.
package shapes

import "fmt"

// Limit is the most of them.
const Limit, least = 10, 1

const (
	// Red is a colour.
	Red = iota
	Green
)

var (
	Default = &Shape{sides: 3}
	names   []string
)

// Shape is a thing with sides. It has more.
type Shape struct {
	sides, corners int
	Name           string `json:"name"`
	inner          struct{ deep int }
}

// Drawer draws.
type Drawer interface {
	Draw(to string) (int, error)
}

type (
	ID    int
	Alias = Shape
	Pair[K comparable, V any] struct {
		Key   K
		Value V
	}
)

// Scale makes it larger.
// It never fails.
func (s *Shape) Scale(by float64, times ...int) (*Shape, error) {
	return s, nil
}

func (Shape) plain() {}

func Map[T, U any](in []T, f func(T) U) []U {
	local := 1
	add := func(x int) int { return x + local }
	fmt.Println(add(1))
	return nil
}

func init() {}
