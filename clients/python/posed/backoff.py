"""Delays between attempts to reconnect."""
from __future__ import annotations

import random
from typing import Callable


class Backoff:
    """Computes the delay before each attempt to reconnect: exponential backoff with jitter.

    Delay number n, counted from 0, is a random time from 0 to min(most, first * 2^n) seconds. So clients that lost the same server do not come back at
    once.

    first (float): upper bound of delay 0, in seconds.
    most (float): largest upper bound, in seconds.
    chance (callable): returns a random float from 0 to 1; a test can replace it.
    """

    def __init__(self, first: float = 1, most: float = 8, chance: Callable[[], float] = random.random) -> None:
        self.first, self.most, self.chance, self.attempts = first, most, chance, 0

    def next(self, after: float = 0) -> float:
        """Returns the delay before the next attempt, in seconds, and counts this attempt.

        after (float): seconds that the server asked the client to wait. They are added to the delay.
        """
        whole = min(self.most, self.first * 2.0 ** min(self.attempts, 60))
        self.attempts += 1
        return after + whole * self.chance()

    def reset(self) -> None:
        """Sets the number of attempts to 0. To be called after a successful connection."""
        self.attempts = 0
