//go:build !special && linux

package a

func work() {}
