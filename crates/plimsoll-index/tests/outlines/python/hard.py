#!/usr/bin/env python3
# What the whole file is about.
"""Tanks and what is in them.

More about tanks.
"""

from __future__ import annotations

import os, sys
import os.path as path
from . import level
from ..pump import Pump, Valve as V
from typing import (
    TYPE_CHECKING,
    overload,
)
from helpers import *

if TYPE_CHECKING:
    from collections.abc import Iterable
    from .deep.down import Down

try:
    import fast
except ImportError:
    fast = None
    print("slow")

if (
    sys.version_info >= (3, 8)
    and os.name == "posix"
):
    LIMIT: int = 64

    def clock():
        return 1
else:
    def clock():
        value = 2
        return value

__all__ = [
    "Tank",
    "fill",
]
_names = {"a": 1}
one, two = 1, 2
first = second = None
TEXT = """
one
two
three
"""
größe = lambda länge: länge

type Pair[T] = tuple[T, T]


# A tank.
# It holds water.
@register("tank",
          color="blue")
@dataclass(frozen=True)
class Tank(Base, module.Mixin, Generic[T], metaclass=Meta):
    """A tank of water.

    It is never empty.
    """

    level: int
    top: int = 10
    colors: dict[str, int] = field(default_factory=dict)
    TABLE = {
        "a": 1,
        "b": 2,
    }
    a, b = 1, 2

    class Meta:
        ordering = ["level"]

        class Deep:
            pass

    def __init__(self, level: int, *, top: "Iterable[int]" = ()) -> None:
        self.level = level
        super().__init__()

    @property
    def depth(self) -> float | None:
        '''How deep it is.'''
        return self.top - self.level

    @depth.setter
    def depth(self, value):
        self.level = value
        import late
        late.call()

    @overload
    def fill(self, amount: int) -> int: ...
    @overload
    def fill(self, amount: str) -> str: ...
    def fill(self, amount):
        # A comment that is no documentation.
        def helper(x):
            local = x
            return local

        class Local:
            z = 1

        return helper(amount)

    async def drain(
        self,
        amount: int = 1,
        *args,
        **kwargs,
    ) -> dict[str, list[Pump]]:
        r"""
        Drains it.

        Slowly.
        """
        async with self.lock:
            await self.pump.run()

    if os.name == "nt":
        def only_here(self):
            return 1

    @staticmethod
    def short(): return 1


def fill(tank, amount): return tank.fill(amount)


def  spaced( a , b ) :
	"Tabs and spaces."
	if a:
		return b
	return [
		a,
	]


if __name__ == "__main__":
    tank = Tank(1)
    main(tank)
    sys.exit(0)


def broken(a, b:
    return 1


def after():
    return 2
