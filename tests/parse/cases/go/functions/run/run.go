package run

type Task struct{}

func (t *Task) Start() error { return nil }

func find(name string) (*Task, bool) { return nil, false }

func Run(names []string) {
	task, ok := find("x")
	if ok {
		go task.Start()
	}
	defer func() {
		helper(1)
	}()
	call := func(t Task) { t.Start() }
	call(*task)
	switch typed := any(task).(type) {
	case *Task:
		typed.Start()
	}
}

func helper(x int) int { return new(Task).count() + x }

func (t Task) count() int { return 1 }
