package tools

func Tidy() {}
