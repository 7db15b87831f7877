"""Tests the decoder of compact frames against the golden sequences."""
import json
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import posed  # noqa: E402

GOLDEN = os.path.join(os.environ.get("GOLDEN", os.path.join(HERE, "../../../tests/golden/stream")), "../wire")


def read(name):
    """Returns the bytes of the golden file `name`."""
    with open(os.path.join(GOLDEN, name), "rb") as file:
        return file.read()


def frames_of(name):
    """Returns the messages of a golden sequence. In the file, each message follows its size, a little-endian uint32."""
    data, at, out = read(name), 0, []
    while at < len(data):
        size = int.from_bytes(data[at:at + 4], "little")
        out.append(data[at + 4:at + 4 + size])
        at += 4 + size
    return out


def flat(values):
    """Returns the numbers of a nested list, tuple or array as one flat list."""
    values = values.tolist() if hasattr(values, "tolist") else values
    return [x for v in values for x in flat(v)] if isinstance(values, (list, tuple)) else [values]


SEQUENCES = json.loads(read("golden.json"))["sequences"]


class Golden(unittest.TestCase):
    def near(self, got, wanted, tolerance):
        """Fails if two nested lists of numbers differ in length, or in a number by more than `tolerance`."""
        got, wanted = flat(got), flat(wanted)
        self.assertEqual(len(got), len(wanted))
        self.assertLessEqual(max((abs(a - b) for a, b in zip(got, wanted)), default=0), tolerance)

    def check(self, who, wanted):
        """Compares a decoded character with its golden values. These are in world space, in metres and radians."""
        for name in ("id", "seq", "channels", "contacts", "gait"):
            self.assertEqual(getattr(who, name), wanted[name], name)
        self.near([who.phase, who.yaw, who.root], [wanted["phase"], wanted["yaw"], wanted["root"]], 1e-5)
        hips = None if who.hips is None else posed.to_world(who, posed.frame.rows(list(who.hips), 3))
        pelvis = None if who.smpl_pelvis is None else posed.to_world(who, who.smpl_pelvis)
        for name, got, tolerance in (("hips", hips, 1e-4), ("smpl_pelvis", pelvis, 1e-4), ("rotations", who.rotations, 2e-6), ("smpl_rotations", who.smpl_rotations, 2e-6),
                                     ("face_weights", who.face_weights, 1e-6), ("finger_rotations", who.finger_rotations, 2e-6)):
            self.assertEqual(got is not None, name in wanted, name)
            if got is not None:
                self.near(got, wanted[name], tolerance)

    def test_golden_sequences_are_read_as_they_were_written(self):
        for sequence in SEQUENCES:
            reader = posed.WireReader()
            with self.subTest(sequence["file"]):
                for data, wanted in zip(frames_of(sequence["file"]), sequence["frames"]):
                    self.assertTrue(posed.WireReader.is_compact(data))
                    frame = reader.decode(data)
                    self.assertEqual(frame.tick, wanted["tick"])
                    self.assertAlmostEqual(frame.time, wanted["time"], 9)
                    self.assertEqual(len(frame.characters), len(wanted["characters"]))
                    for who, one in zip(frame.characters, wanted["characters"]):
                        self.check(who, one)

    def test_after_a_frame_that_did_not_come_all_are_left_out_until_the_next_key_frame(self):
        reader, frames = posed.WireReader(), frames_of("all.bin")
        self.assertIsNone(reader.decode(frames[1]))
        self.assertTrue(reader.decode(frames[0]) and reader.decode(frames[1]))
        for data in frames[3:12]:
            self.assertIsNone(reader.decode(data))
        self.assertIsNotNone(reader.decode(frames[12]))

    def test_a_key_frame_cut_anywhere_is_refused_and_spoiled_delta_frames_do_no_harm(self):
        key, delta, *_ = frames_of("skeleton.bin")
        for size in range(len(key)):
            with self.assertRaises(posed.FrameError):
                posed.WireReader().decode(key[:size])
        for i in range(2, len(delta)):
            for data in (delta[:i], delta[:i] + bytes([delta[i] ^ 0x5a]) + delta[i + 1:]):
                reader = posed.WireReader()
                reader.decode(key)
                try:
                    reader.decode(data)
                except posed.FrameError:
                    pass


if __name__ == "__main__":
    unittest.main()
