"""record.py URL: writes walk_1.bin .. walk_4.bin and welcome.json here, as a daemon with models/motion.safetensors says them: a character stands, walks on one foot
and on the other, turns while its left hand reaches. tests/e2e/games.sh composes the rotations in each engine's axes and wants every joint where the frame
has it: within 1 mm (largest distance seen 0.27 mm; joints are rounded to 0.24 mm)."""
import asyncio
import json
import os
import struct
import sys

import websockets

HERE = os.path.dirname(os.path.abspath(__file__))
TAKEN = (2, 121, 139, 220)  # frames since it was spawned


async def main(url):
    async with websockets.connect(url, subprotocols=["posed.v1"]) as ws:
        say = lambda **message: ws.send(json.dumps(message))  # noqa: E731
        await say(type="join")
        await say(type="profile", channels=["root", "joints", "rotations", "contacts"])
        await say(type="spawn", position=[1, 2], facing=0)
        walker, count = None, 0
        async for message in ws:
            if isinstance(message, str):
                told = json.loads(message)
                if told["type"] == "welcome":
                    with open(f"{HERE}/welcome.json", "w") as file:
                        json.dump(told, file)
                if told["type"] == "spawned":
                    walker = told["id"]
                    await say(type="input", id=walker, move=[0, 1], gait="walk")
                continue
            if walker is None or struct.unpack_from("<H", message, 20)[0] == 0:
                continue
            count += 1
            if count in TAKEN:
                with open(f"{HERE}/walk_{TAKEN.index(count) + 1}.bin", "wb") as file:
                    file.write(message)
            if count == 140:
                await say(type="reach", id=walker, joint="left_hand", target=[0.45, 1.3, 0.35], anchor="root", weight=1, seconds=0.3)
                await say(type="input", id=walker, move=[1, 0], gait="walk")
            if count == TAKEN[-1]:
                return


asyncio.run(main(sys.argv[1]))
