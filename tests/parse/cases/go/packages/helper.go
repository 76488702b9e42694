package main

func helper() { main2() }

func main2() {}
