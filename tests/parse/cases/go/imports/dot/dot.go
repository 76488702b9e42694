package dot

func Dotted() {}
