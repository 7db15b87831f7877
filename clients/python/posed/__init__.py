"""Bodies, inverse kinematics and walking characters from a posed daemon. Metres, radians, seconds; right-handed, +Y up; quaternions x, y, z, w.

Pure Python; arrays are numpy's where numpy is, else memoryviews and lists of the same shape. Streams want the `websockets` package.
"""
from .backoff import Backoff
from .calls import Client
from .client import Mesh, PosedError
from .frame import CHANNELS, FACE_NAMES, Frame, FrameCharacter, FrameError, Trajectory, decode_frame, encode_input, nearer, to_world
from .wire import WireReader
from .stream import Character, Stream, StreamError, StreamWarning
from .sync import SyncCharacter, SyncStream

__all__ = ["Backoff", "CHANNELS", "Character", "Client", "FACE_NAMES", "Frame", "FrameCharacter", "FrameError", "Mesh", "PosedError", "Stream",
           "StreamError", "StreamWarning", "SyncCharacter", "SyncStream", "Trajectory", "WireReader", "decode_frame", "encode_input", "nearer", "to_world"]
