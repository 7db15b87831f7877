"""The stream without asyncio, for scripts and notebooks: an event loop of its own in a thread."""
from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from typing import Any, Callable, Coroutine, Dict, Iterator, List, Optional, Sequence, TypeVar

from .frame import Frame
from .stream import Character, Stream, StreamError

T = TypeVar("T")


class SyncCharacter:
    def __init__(self, stream: "SyncStream", character: Character) -> None:
        self._stream, self._character = stream, character

    @property
    def id(self) -> int:
        return self._character.id

    @property
    def model(self) -> str:
        return self._character.model

    @property
    def joints(self) -> List[str]:
        """Of a user's own character: its nodes in the order of frames."""
        return self._character.joints

    @property
    def root(self) -> str:
        return self._character.root

    @property
    def scale(self) -> float:
        return self._character.scale

    def input(self, **fields: Any) -> int:
        return self._stream._do(self._character.input(**fields))

    def input_text(self, **fields: Any) -> Dict[str, Any]:
        return self._stream._do(self._character.input_text(**fields))

    def follow(self, path: Sequence[Sequence[float]], **options: Any) -> Dict[str, Any]:
        return self._stream._do(self._character.follow(path, **options))

    def look(self, at: Optional[Sequence[float]] = None, **gaze: Any) -> Dict[str, Any]:
        return self._stream._do(self._character.look(at, **gaze))

    def face(self, **fields: Any) -> Dict[str, Any]:
        return self._stream._do(self._character.face(**fields))

    def reach(self, joint: str, target: Optional[Sequence[float]] = None, **fields: Any) -> Dict[str, Any]:
        return self._stream._do(self._character.reach(joint, target, **fields))

    def sit(self, seat: Optional[Sequence[float]] = None, **fields: Any) -> Dict[str, Any]:
        return self._stream._do(self._character.sit(seat, **fields))

    def observe(self, points: Any, **fields: Any) -> int:
        return self._stream._do(self._character.observe(points, **fields))

    def observe_sensors(self, sensors: Dict[str, Any], calibrate: bool = False, mirror: bool = False, **orientations: Any) -> int:
        return self._stream._do(self._character.observe_sensors(sensors, calibrate, mirror, **orientations))

    def despawn(self) -> Dict[str, Any]:
        return self._stream._do(self._character.despawn())


class SyncStream:
    """with SyncStream(url) as stream: the methods of Stream, each waiting for its answer, `timeout` seconds at most."""

    def __init__(self, url: str, timeout: float = 30, **options: Any) -> None:
        self.timeout, self._loop = timeout, asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="posed stream", daemon=True)
        self.stream = Stream(url, **options)

    def _do(self, work: Coroutine[Any, Any, T], timeout: Optional[float] = None) -> T:
        if not self._thread.is_alive():
            work.close()
            raise StreamError("closed", "the stream is not open")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(self.timeout if timeout is None else timeout)
        except concurrent.futures.TimeoutError:
            future.cancel()
            raise TimeoutError("no answer in time") from None

    def __enter__(self) -> "SyncStream":
        self.open()
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def open(self) -> Dict[str, Any]:
        if not self._thread.is_alive():
            self._thread.start()
        return self._do(self.stream.open())

    def close(self) -> None:
        if self._thread.is_alive():
            self._do(self.stream.close())
            self._stop()

    def leave(self) -> None:
        self._do(self.stream.leave())
        self._stop()

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def session(self) -> Optional[str]:
        return self.stream.session

    @property
    def token(self) -> Optional[str]:
        return self.stream.token

    @property
    def welcome(self) -> Dict[str, Any]:
        return self.stream.welcome

    def on(self, name: str, listener: Callable[[Any], None]) -> None:
        """The listener is called in the stream's thread."""
        self.stream.on(name, listener)

    def spawn(self, **fields: Any) -> SyncCharacter:
        return SyncCharacter(self, self._do(self.stream.spawn(**fields)))

    def profile(self, **fields: Any) -> Dict[str, Any]:
        return self._do(self.stream.profile(**fields))

    def ping(self) -> float:
        return self._do(self.stream.ping())

    def frame(self, timeout: Optional[float] = None) -> Frame:
        """The next frame; EOFError when the stream is closed."""
        return self._do(_next(self.stream._frames), timeout)

    def event(self, timeout: Optional[float] = None) -> Dict[str, Any]:
        return self._do(_next(self.stream._events), timeout)

    def frames(self, seconds: Optional[float] = None) -> Iterator[Frame]:
        """Frames as they come, for so many seconds of the server's clock, or until the stream is closed."""
        first = None
        while True:
            try:
                frame = self.frame()
            except EOFError:
                return
            first = frame.time if first is None else first
            if seconds is not None and frame.time - first > seconds:
                return
            yield frame


async def _next(queue: "asyncio.Queue[Any]") -> Any:
    item = await queue.get()
    if item is None:
        queue.put_nowait(None)
        raise EOFError("the stream is closed")
    return item
