package a

import "sync"

type Base struct{ name string }

func (b *Base) Hello() {}
func (b Base) Shared() {}

type Middle struct {
	*Base
	sync.Mutex
}

func (m *Middle) Shared() { m.Base.Shared() }

type Top struct {
	Middle
	extra *Base
}

type Reader interface{ Read() int }
type Closer interface{ Close() }
type ReadCloser interface {
	Reader
	Closer
}

func use(t Top, rc ReadCloser) {
	t.Hello()
	t.Shared()
	t.Middle.Hello()
	t.extra.Shared()
	t.Lock()
	rc.Read()
	rc.Close()
}
