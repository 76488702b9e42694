package shape

type Base struct{}

func (b *Base) Draw() {}

type Square struct {
	Base
	*Border
	size int
}

type Border struct{}

func (b *Border) Line() {}

type Drawer interface {
	Draw()
}

type Both interface {
	Drawer
	Line()
}

func Show(s *Square, d Drawer) {
	s.Draw()
	s.Line()
	d.Draw()
}
