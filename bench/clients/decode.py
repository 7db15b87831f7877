"""decode.py FOLDER SECONDS NAME: what a frame costs clients/python, and the same content as JSON. CSV: decode,client,characters,us_per_character.
POSED_NO_NUMPY=1: without numpy."""
import json
import os
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../clients/python"))
import posed  # noqa: E402


def measure(work, seconds):
    rounds = []
    for _ in range(10):
        start, calls = time.process_time(), 0
        while time.process_time() - start < seconds / 10:
            for _ in range(10):
                work()
            calls += 10
        rounds.append(1e6 * (time.process_time() - start) / calls)
    return statistics.median(rounds)


folder, seconds, name = sys.argv[1], float(sys.argv[2]), sys.argv[3]
for count in (1, 20):
    with open(f"{folder}/frame-{count}.bin", "rb") as f:
        data = f.read()
    with open(f"{folder}/frame-{count}.json", "rb") as f:
        text = f.read()
    assert len(posed.decode_frame(data, (31, 12)).characters) == count
    print(f"decode,{name},{count},{measure(lambda: posed.decode_frame(data, (31, 12)), seconds) / count:.3f}", flush=True)
    print(f"json,{name},{count},{measure(lambda: json.loads(text), seconds) / count:.3f}", flush=True)
