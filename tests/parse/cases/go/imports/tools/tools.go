package tools

func Run(x any) {}
