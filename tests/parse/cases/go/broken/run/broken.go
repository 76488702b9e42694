package run

func good() int { return 1 }

func half( {
	good()
}

type After struct{ x int }
