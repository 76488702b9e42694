package a

type Block struct{ parts []Part }
type Part struct{}

func (p Part) Size() int       { return 0 }
func (b *Block) First() Part   { return b.parts[0] }
func (b *Block) Drop() error   { return nil }
func open() (*Block, error)    { return nil, nil }
func all() (bs []*Block, m map[string]Part, err error) { return }
func make_() func() *Block     { return nil }

func use(in interface{}, ch chan Part, blocks ...*Block) {
	b, err := open()
	if err != nil {
		return
	}
	b.First().Size()
	bs, m, _ := all()
	bs[0].Drop()
	m["x"].Size()
	for _, one := range bs {
		one.Drop()
	}
	for i := range bs {
		bs[i].First()
	}
	if c, ok := in.(*Block); ok {
		c.Drop()
	}
	in.(Part).Size()
	switch t := in.(type) {
	case *Block:
		t.Drop()
	case Part:
		t.Size()
	}
	p := <-ch
	p.Size()
	make_()().Drop()
	x := new(Block)
	x.Drop()
	var y Block
	y.First()
	blocks[0].Drop()
	{
		x := Part{}
		x.Size()
	}
}
