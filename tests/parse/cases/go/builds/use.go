package a

func Use() { work() }
