package a

import "testing"

func TestUse(t *testing.T) {
	cases := []struct {
		name string
		with *worker
	}{{name: "x"}}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.with.go_() })
	}
	Use()
}

type worker struct{}

func (w *worker) go_() {}
