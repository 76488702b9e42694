package a

func work() {}
