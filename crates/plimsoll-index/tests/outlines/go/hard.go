// Copyright of nobody.

// Package tank has tanks.
package tank

import "fmt"
import (
	"context"
	. "math"

	pump "example.org/pump/v2"
	_ `embed`
)

//go:generate stringer -type=Color

// Color is one.
type Color int

// The colors.
const (
	// Red is the first.
	Red Color = iota
	Green
	Blue, Violet = iota, iota + 1
)

const Limit = 64

var (
	first, second = 1, 2
	// table is long.
	table = map[string]int{
		"a": 1,
		"b": 2,
		"c": 3,
	}
)

var ErrFull = errors.New("full")
var list = []int{
	1, 2, 3,
	4, 5, 6,
}

/*
Tank holds water.

It is never empty.
*/
type Tank[K comparable, V any] struct {
	sync.Mutex
	*Base
	Mixin
	List[K]
	level, top int `json:"level"` // how full
	drain      func(amount int) error
	inner      struct {
		a int
	}
}

type (
	// Filler fills.
	Filler interface {
		io.Closer
		Named
		// Fill adds water.
		Fill(ctx context.Context, amount int) (level int, err error)
		~int | ~string
	}
	Handler func(w Writer) error
	Alias   = pump.Pump
	empty   struct{}
)

type Number interface{ ~int | ~float64 }

// New makes one.
func New[K comparable, V any](
	level int,
	options ...func(*Tank[K, V]),
) (*Tank[K, V], error) {
	type local struct{ x int }
	const small = 1
	var t Tank[K, V]
	helper := func(x int) int { return x }
	for _, option := range options {
		option(&t)
	}
	return &t, fmt.Errorf("no %d", helper(level))
}

// Fill adds water.
func (t *Tank[K, V]) Fill(ctx context.Context, amount int) (int, error) {
	t.Lock()
	defer t.Unlock()
	return pump.Run[int](ctx, amount)
}

func (Color) String() string { return "color" }

func assembly(x uint64) uint64

func init() {
	register(Map[int](1))
}

func größe(länge int) int {
	return länge
}

func broken(a int {
	return 1
}

func after() int {
	return 2
}
