package main

import (
	"fmt"

	"example.com/app/store"
	alias "example.com/app/tools"
	_ "example.com/app/side"
	. "example.com/app/dot"
)

func main() {
	fmt.Println(store.Open("x"))
	alias.Run(store.Store{})
	Dotted()
}
