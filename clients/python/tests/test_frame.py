"""Tests the decoder of frames and the encoder of inputs against the golden files, with numpy and without it."""
import json
import math
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import posed  # noqa: E402
from posed._arrays import numpy  # noqa: E402

GOLDEN = os.environ.get("GOLDEN", os.path.join(HERE, "../../../tests/golden/stream"))


def read(name):
    """Returns the bytes of the golden file `name`."""
    with open(os.path.join(GOLDEN, name), "rb") as file:
        return file.read()


TABLE = json.loads(read("golden.json"))


def flat(values):
    """Returns the numbers of a nested list, tuple or array as one flat list."""
    values = values.tolist() if hasattr(values, "tolist") else values
    return [x for v in values for x in flat(v)] if isinstance(values, (list, tuple)) else [values]


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
        self.near([who.phase, who.yaw, who.root], [wanted["phase"], wanted["yaw"], wanted["root"]], 1e-6)
        for name, local in (("joints", who.joints), ("vertices", who.vertices), ("smpl_pelvis", who.smpl_pelvis)):
            self.assertEqual(local is not None, name in wanted, name)
            if local is not None:
                self.near(posed.to_world(who, local), wanted[name], 5e-6)
        for name in ("rotations", "smpl_rotations"):
            self.assertEqual(getattr(who, name) is not None, name in wanted, name)
            if name in wanted:
                self.near(getattr(who, name), wanted[name], 1e-6)
        self.assertEqual(who.node_root is not None, "character_root" in wanted)
        if who.node_root:
            self.near(who.node_root, wanted["character_root"], 1e-4)
            self.near(who.node_rotations, wanted["character_rotations"], 1e-6)
            self.near(who.node_translations, wanted.get("character_translations", []), 1e-4)
        self.assertEqual(who.soft is not None, "soft" in wanted)
        if who.soft is not None:
            self.near(who.soft, wanted["soft"], 1e-6)
        self.assertEqual(who.face_weights is not None, "face_weights" in wanted)
        if who.face_weights is not None:
            self.near(who.face_weights, wanted["face_weights"], 1e-6)
            self.near(who.finger_rotations, wanted["finger_rotations"], 1e-6)
        if who.trajectory:
            self.near(posed.to_world(who, who.trajectory.points), [s[:3] for s in wanted["trajectory"]], 5e-6)
            self.near([f + who.yaw for f in who.trajectory.facings], [s[3] for s in wanted["trajectory"]], 2e-6)

    def test_golden_frames_are_read_as_they_were_written(self):
        for wanted in TABLE["frames"]:
            with self.subTest(wanted["file"]):
                frame = posed.decode_frame(read(wanted["file"]), (wanted["joints"], wanted["samples"]))
                self.assertEqual((frame.tick, frame.time, frame.rotation_bits), (wanted["tick"], wanted["time"], wanted["rotation_bits"]))
                self.assertEqual(len(frame.characters), len(wanted["characters"]))
                for who, one in zip(frame.characters, wanted["characters"]):
                    self.check(who, one)

    def test_spoiled_frames_are_refused(self):
        for bad in TABLE["refused"]:
            with self.subTest(bad["file"]), self.assertRaises(posed.FrameError):
                posed.decode_frame(read(bad["file"]), (bad["joints"], bad["samples"]))

    def test_a_frame_cut_anywhere_is_refused(self):
        whole = read("all_48.bin")
        for size in range(len(whole)):
            with self.assertRaises(posed.FrameError):
                posed.decode_frame(whole[:size], (5, 4))

    def test_golden_inputs_are_written_byte_for_byte(self):
        for wanted in TABLE["inputs"]:
            fields = {k: v for k, v in wanted.items() if k != "file"}
            self.assertEqual(posed.encode_input(**fields), read(wanted["file"]))

    def test_a_sound_has_its_head_and_its_samples(self):
        self.assertEqual(posed.encode_sound(70007, 2**32 + 5, b"abcd"), bytes.fromhex("02000000" "77110100" "0500000001000000") + b"abcd")

    def test_an_unknown_gait_is_refused_by_name(self):
        with self.assertRaisesRegex(ValueError, "gait: 'fly'; one of auto, walk"):
            posed.encode_input(1, gait="fly")

    def test_the_nearer_sign_is_taken(self):
        q = [0, math.sin(0.1), 0, -math.cos(0.1)]
        self.assertEqual(posed.nearer(q, [0, 0, 0, 1]), [-c for c in q])

    def test_waiting_doubles_stays_below_its_most_and_heeds_the_server(self):
        backoff = posed.Backoff(chance=lambda: 1)
        self.assertEqual([backoff.next() for _ in range(3)], [1, 2, 4])
        self.assertEqual(max(backoff.next() for _ in range(100)), 8)
        backoff.reset()
        self.assertEqual(backoff.next(2), 3)

    def test_of_a_thousand_clients_at_most_100_come_back_within_50_ms(self):
        waits = sorted(posed.Backoff().next() for _ in range(1000))
        self.assertTrue(all(later - first > 0.05 for first, later in zip(waits, waits[100:])))
        self.assertLessEqual(waits[-1], 1)

    @unittest.skipIf(numpy is None, "this is the other way")
    def test_all_of_it_without_numpy(self):
        done = subprocess.run([sys.executable, __file__], env={**os.environ, "POSED_NO_NUMPY": "1"}, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
