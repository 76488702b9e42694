package main

import (
	"fmt"
	"strings"

	"example.com/shop/internal/store"
	st "example.com/shop/internal/store"
	. "example.com/shop/tools"
	"github.com/other/store2"
)

func main() {
	s := store.Open("x")
	s.Find(1).Print()
	st.Open("y").Close()
	Tidy()
	helper()
	fmt.Println(strings.ToLower("x"))
	store2.Open()
}
