//go:build special

package a

func work() {}
