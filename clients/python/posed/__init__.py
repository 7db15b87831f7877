"""Client of a posed daemon: body meshes, inverse kinematics and walking characters.

All values are in metres, radians and seconds. Axes are right-handed with +Y up. Quaternions are x, y, z, w.
The package is pure Python. Arrays are numpy arrays if numpy is installed, otherwise memoryviews and lists of the same shape.
Streams need the package `websockets`.
"""
from .backoff import Backoff
from .calls import Client
from .client import Mesh, PosedError, PosedWarning
from .frame import CHANNELS, FACE_NAMES, Frame, FrameCharacter, FrameError, Trajectory, decode_frame, encode_input, encode_sound, nearer, to_world
from .wire import WireReader
from .stream import Character, Stream, StreamError, StreamWarning
from .sync import SyncCharacter, SyncStream

__all__ = ["Backoff", "CHANNELS", "Character", "Client", "FACE_NAMES", "Frame", "FrameCharacter", "FrameError", "Mesh", "PosedError", "PosedWarning", "Stream",
           "StreamError", "StreamWarning", "SyncCharacter", "SyncStream", "Trajectory", "WireReader", "decode_frame", "encode_input", "encode_sound", "nearer", "to_world"]
