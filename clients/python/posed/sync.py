"""The stream without asyncio, for scripts and notebooks: an event loop of its own in a thread."""
from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from typing import TYPE_CHECKING, Callable, Coroutine, Iterator, List, Optional, TypeVar

from .frame import Frame
from .stream import SILENCE, Character, Listener, Message, Profile, Stream, StreamError

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    from .backoff import Backoff

    P = ParamSpec("P")

T = TypeVar("T")


def _of_character(method: Callable[Concatenate[Character, P], Coroutine[object, object, T]]) -> Callable[Concatenate[SyncCharacter, P], T]:
    """The method of Character, waited for."""
    def call(self: SyncCharacter, /, *args: P.args, **fields: P.kwargs) -> T:
        return self._stream._do(method(self._character, *args, **fields))
    call.__doc__ = method.__doc__
    return call


def _of_stream(method: Callable[Concatenate[Stream, P], Coroutine[object, object, T]]) -> Callable[Concatenate[SyncStream, P], T]:
    """The method of Stream, waited for."""
    def call(self: SyncStream, /, *args: P.args, **fields: P.kwargs) -> T:
        return self._do(method(self.stream, *args, **fields))
    call.__doc__ = method.__doc__
    return call


def _spawning(method: Callable[Concatenate[Stream, P], Coroutine[object, object, Character]]) -> Callable[Concatenate[SyncStream, P], SyncCharacter]:
    def call(self: SyncStream, /, *args: P.args, **fields: P.kwargs) -> SyncCharacter:
        return SyncCharacter(self, self._do(method(self.stream, *args, **fields)))
    call.__doc__ = method.__doc__
    return call


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
    def translated(self) -> List[str]:
        """Those of its nodes that frames move as well as turn, in the order of node_translations."""
        return self._character.translated

    @property
    def scale(self) -> float:
        return self._character.scale

    input = _of_character(Character.input)
    input_text = _of_character(Character.input_text)
    follow = _of_character(Character.follow)
    look = _of_character(Character.look)
    face = _of_character(Character.face)
    reach = _of_character(Character.reach)
    sit = _of_character(Character.sit)
    observe = _of_character(Character.observe)
    observe_sensors = _of_character(Character.observe_sensors)
    despawn = _of_character(Character.despawn)


class SyncStream:
    """with SyncStream(url) as stream: the methods of Stream, each waiting for its answer, `timeout` seconds at most."""

    def __init__(self, url: str, timeout: float = 30, *, scene: Optional[str] = None, watch: Optional[str] = None, resume: Optional[str] = None,
                 vmc: Optional[str] = None, profile: Optional[Profile] = None, key: Optional[str] = None, attempts: Optional[int] = None, respawn: bool = True,
                 silence: float = SILENCE, backoff: Optional[Backoff] = None) -> None:
        self.timeout, self._loop = timeout, asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="posed stream", daemon=True)
        self.stream = Stream(url, scene=scene, watch=watch, resume=resume, vmc=vmc, profile=profile, key=key, attempts=attempts, respawn=respawn,
                             silence=silence, backoff=backoff)

    def _do(self, work: Coroutine[object, object, T], timeout: Optional[float] = None) -> T:
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

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> Message:
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
    def welcome(self) -> Message:
        return self.stream.welcome

    def on(self, name: str, listener: Listener) -> None:
        """The listener is called in the stream's thread."""
        self.stream.on(name, listener)

    spawn = _spawning(Stream.spawn)
    profile = _of_stream(Stream.profile)
    ping = _of_stream(Stream.ping)

    def frame(self, timeout: Optional[float] = None) -> Frame:
        """The next frame; EOFError when the stream is closed."""
        return self._do(_next(self.stream._frames), timeout)

    def event(self, timeout: Optional[float] = None) -> Message:
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


async def _next(queue: "asyncio.Queue[Optional[T]]") -> T:
    item = await queue.get()
    if item is None:
        queue.put_nowait(None)
        raise EOFError("the stream is closed")
    return item
