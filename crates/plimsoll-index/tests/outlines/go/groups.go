package groups

const (
	First  = 1
	Second = 2
)

const Alone = 3

type (
	Point struct{ X, Y int }
	Size  = int
)

// Shape stands alone.
type Shape struct {
	Points []Point
}
