"""The stream for programs without asyncio, such as scripts and notebooks. It runs an event loop in a thread of its own."""
from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import threading
import weakref
from typing import TYPE_CHECKING, Callable, Coroutine, Iterator, List, Optional, TypeVar

from .frame import Frame
from .stream import SILENCE, Character, Listener, Message, Profile, Role, Stream, StreamError

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    from .backoff import Backoff

    P = ParamSpec("P")

T = TypeVar("T")


def _of_character(method: Callable[Concatenate[Character, P], Coroutine[object, object, T]]) -> Callable[Concatenate[SyncCharacter, P], T]:
    """Returns a method of SyncCharacter that runs the given coroutine method of Character and waits for its result."""
    def call(self: SyncCharacter, /, *args: P.args, **fields: P.kwargs) -> T:
        return self._stream._do(method(self._character, *args, **fields))
    call.__doc__ = method.__doc__
    return call


def _of_stream(method: Callable[Concatenate[Stream, P], Coroutine[object, object, T]]) -> Callable[Concatenate[SyncStream, P], T]:
    """Returns a method of SyncStream that runs the given coroutine method of Stream and waits for its result."""
    def call(self: SyncStream, /, *args: P.args, **fields: P.kwargs) -> T:
        return self._do(method(self.stream, *args, **fields))
    call.__doc__ = method.__doc__
    return call


def _spawning(method: Callable[Concatenate[Stream, P], Coroutine[object, object, Character]]) -> Callable[Concatenate[SyncStream, P], SyncCharacter]:
    """Returns a method of SyncStream that runs the given spawning method of Stream and returns the character as a SyncCharacter."""
    def call(self: SyncStream, /, *args: P.args, **fields: P.kwargs) -> SyncCharacter:
        return SyncCharacter(self, self._do(method(self.stream, *args, **fields)))
    call.__doc__ = method.__doc__
    return call


class SyncCharacter:
    """A character of a SyncStream: the methods of Character without asyncio.

    Each method waits for its result. It raises TimeoutError after the stream's `timeout` seconds, and StreamError as the method of Character does.
    """

    def __init__(self, stream: "SyncStream", character: Character) -> None:
        self._stream, self._character = stream, character

    @property
    def id(self) -> int:
        """Id of the character in this session. It changes when a lost session is replaced by a new one."""
        return self._character.id

    @property
    def model(self) -> str:
        """Id of the motion network or matching database that moves the character."""
        return self._character.model

    @property
    def joints(self) -> List[str]:
        """Uploaded character: names of its nodes in the order of FrameCharacter.node_rotations. Otherwise an empty list."""
        return self._character.joints

    @property
    def root(self) -> str:
        """Uploaded character: name of its root node, whose translation is FrameCharacter.node_root. Otherwise an empty string."""
        return self._character.root

    @property
    def translated(self) -> List[str]:
        """Uploaded character: names of the nodes besides the root that frames translate as well as rotate, in the order of FrameCharacter.node_translations.
        Otherwise an empty list.
        """
        return self._character.translated

    @property
    def scale(self) -> float:
        """Uploaded character: scale of the whole character in the world. Otherwise 1."""
        return self._character.scale

    input = _of_character(Character.input)
    input_text = _of_character(Character.input_text)
    follow = _of_character(Character.follow)
    look = _of_character(Character.look)
    face = _of_character(Character.face)
    reach = _of_character(Character.reach)
    speak = _of_character(Character.speak)
    feel = _of_character(Character.feel)
    hear = _of_character(Character.hear)
    sound = _of_character(Character.sound)
    play = _of_character(Character.play)
    sit = _of_character(Character.sit)
    observe = _of_character(Character.observe)
    observe_sensors = _of_character(Character.observe_sensors)
    observe_pose = _of_character(Character.observe_pose)
    despawn = _of_character(Character.despawn)


class SyncStream:
    """The stream for programs without asyncio: `with SyncStream(url) as stream: ...`. It has the methods of Stream.

    Each method waits for its result. It raises TimeoutError after `timeout` seconds, and StreamError as the method of Stream does.
    A closed SyncStream cannot be opened again.

    timeout (float): seconds that a method waits for its result.
    The other parameters are those of Stream.
    """

    def __init__(self, url: str, timeout: float = 30, *, scene: Optional[str] = None, watch: Optional[str] = None, resume: Optional[str] = None,
                 vmc: Optional[str] = None, room: Optional[str] = None, name: Optional[str] = None, capacity: Optional[int] = None, secret: Optional[str] = None, role: Optional[Role] = None,
                 profile: Optional[Profile] = None, key: Optional[str] = None, attempts: Optional[int] = None, respawn: bool = True,
                 silence: float = SILENCE, backoff: Optional[Backoff] = None) -> None:
        self.timeout = timeout
        self._loop: asyncio.AbstractEventLoop
        self._thread = threading.Thread(target=self._run, name="posed stream", daemon=True)
        self.stream = Stream(url, scene=scene, watch=watch, resume=resume, vmc=vmc, room=room, name=name, capacity=capacity, secret=secret, role=role, profile=profile, key=key, attempts=attempts, respawn=respawn,
                             silence=silence, backoff=backoff)

    def _run(self) -> None:
        """Runs the event loop; called in the thread of the stream."""
        self._loop.run_forever()

    def _do(self, work: Coroutine[object, object, T], timeout: Optional[float] = None) -> T:
        """Runs a coroutine in the thread of the stream and returns its result.

        Raises StreamError("closed") if the thread does not run, and TimeoutError after `timeout` seconds (None: the stream's timeout).
        """
        if not self._thread.is_alive():
            work.close()
            raise _not_open()
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
        """Starts the thread, connects and joins a session. Returns the message `welcome`. Raises StreamError if the client gives up or the server refuses."""
        if not self._thread.is_alive():
            self._loop = asyncio.new_event_loop()
            self._thread.start()
            _open_streams.add(self)
        return self._do(self.stream.open())

    def close(self) -> None:
        """Closes the connection without ending the session, as Stream.close does, and stops the thread."""
        if self._thread.is_alive():
            self._do(self.stream.close())
            self._stop()

    def leave(self) -> None:
        """Ends the session, closes the connection and stops the thread."""
        self._do(self.stream.leave())
        self._stop()

    def _stop(self) -> None:
        """Ends the tasks of the event loop, stops it and waits for the end of its thread."""
        self._do(_end_tasks())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def session(self) -> Optional[str]:
        """Id of the session; None before the first `welcome`."""
        return self.stream.session

    @property
    def token(self) -> Optional[str]:
        """Token with which another stream can resume this session. Before the first `welcome` it is the parameter `resume`; for watchers it is None."""
        return self.stream.token

    @property
    def welcome(self) -> Message:
        """Last message `welcome`; an empty dict before the first one."""
        return self.stream.welcome

    def on(self, name: str, listener: Listener) -> None:
        """Registers a listener, as Stream.on does. The listener is called in the thread of the stream, so it must not call methods that wait for the stream.

        name (str): name of the event.
        listener (callable): function of one argument.
        """
        self.stream.on(name, listener)

    spawn = _spawning(Stream.spawn)
    profile = _of_stream(Stream.profile)
    say = _of_stream(Stream.say)
    take = _of_stream(Stream.take)
    release = _of_stream(Stream.release)
    remove = _of_stream(Stream.remove)
    ping = _of_stream(Stream.ping)

    def frame(self, timeout: Optional[float] = None) -> Frame:
        """Waits for the next frame and returns it. Frames are returned in order. The 256 newest ones are kept until they are taken.

        Raises EOFError when the stream has ended, TimeoutError if no frame is received in time, and StreamError before open() and after close().

        timeout (float or None): seconds to wait; None: the stream's timeout.
        """
        if not self._thread.is_alive():
            raise _not_open()
        return self._do(_next(self.stream._frames), timeout)

    def event(self, timeout: Optional[float] = None) -> Message:
        """Waits for the next message `event`, such as a footstep, and returns it. Events are returned in order. The 256 newest ones are
        kept until they are taken.

        Raises EOFError when the stream has ended, TimeoutError if there is no event in time, and StreamError before open() and after close().

        timeout (float or None): seconds to wait; None: the stream's timeout.
        """
        if not self._thread.is_alive():
            raise _not_open()
        return self._do(_next(self.stream._events), timeout)

    def frames(self, seconds: Optional[float] = None) -> Iterator[Frame]:
        """Yields frames as they are received, until the stream ends.

        Raises TimeoutError if no frame is received for the stream's `timeout` seconds, and StreamError before open() and after close().

        seconds (float or None): duration after which the iteration ends, in seconds of the server's clock since the first frame; None: no limit.
        """
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


def _not_open() -> StreamError:
    """Returns the error of a method that needs an open stream."""
    return StreamError("closed", "the stream is not open")


# Time that the tasks of a closed connection have to end by themselves, in seconds.
_END_TIME = 2


async def _end_tasks() -> None:
    """Waits for the other tasks of the event loop, such as those of a connection that is being closed, and cancels those that do not end. A task that
    still waits when its loop is closed is reported on stderr.
    """
    loop, own = asyncio.get_running_loop(), asyncio.current_task()
    others = [task for task in asyncio.all_tasks() if task is not own]
    if others:
        _, waiting = await asyncio.wait(others, timeout=_END_TIME)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    await loop.shutdown_asyncgens()
    await loop.shutdown_default_executor()


def _close_open_streams() -> None:
    """Closes the streams that the program has left open at its end."""
    for stream in list(_open_streams):
        try:
            stream.close()
        except (StreamError, TimeoutError, RuntimeError):
            pass  # the process ends anyway


_open_streams: "weakref.WeakSet[SyncStream]" = weakref.WeakSet()
atexit.register(_close_open_streams)


async def _next(queue: "asyncio.Queue[Optional[T]]") -> T:
    """Waits for the next item of a queue and returns it. Raises EOFError if the item is None, which marks the end and is put back for the next caller."""
    item = await queue.get()
    if item is None:
        queue.put_nowait(None)
        raise EOFError("the stream is closed")
    return item
