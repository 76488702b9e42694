package a

type Job struct{ run func() *Job }

func (j *Job) Start() {}

func helper() *Job { return nil }

func outer(jobs []Job) {
	start := func(n int) (*Job, error) {
		helper()
		return helper(), nil
	}
	j, _ := start(1)
	j.Start()
	go func() { j.Start() }()
	defer j.Start()
	j.run().Start()
	method := j.Start
	method()
	func() { helper() }()
}
