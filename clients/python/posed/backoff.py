"""How long to wait before each attempt to come back."""
from __future__ import annotations

import random
from typing import Callable


class Backoff:
    """Twice as long each time, each by chance from half to the whole."""

    def __init__(self, first: float = 0.1, most: float = 8, chance: Callable[[], float] = random.random) -> None:
        self.first, self.most, self.chance, self.attempts = first, most, chance, 0

    def next(self, after: float = 0) -> float:
        """Seconds until the next attempt; after: what the server asked for, at least."""
        whole = min(self.most, self.first * 2.0 ** min(self.attempts, 60))
        self.attempts += 1
        return after + whole * (0.5 + 0.5 * self.chance())

    def reset(self) -> None:
        self.attempts = 0
