package run

import "testing"

func TestRun(t *testing.T) {
	t.Run("x", func(t *testing.T) {
		check(t)
	})
}

func check(t *testing.T) { t.Helper() }
