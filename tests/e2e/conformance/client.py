"""clients/python under the conformance script: commands on stdin, a line of JSON for each on stdout. client.py URL"""
import asyncio
import json
import os
import sys
import time

sys.path[0] = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../clients/python")
import posed  # noqa: E402


def shown(frame):
    def of(c):
        return {"id": c.id, "seq": c.seq, "channels": c.channels, "yaw": c.yaw, "root": list(c.root), "tick": frame.tick,
                "joint": None if c.joints is None else [float(x) for x in posed.to_world(c, c.joints)[0]],
                "rotation": None if c.rotations is None else [float(x) for x in c.rotations[0]],
                "nodes": 0 if c.node_rotations is None else len(c.node_rotations), "node_root": c.node_root,
                "node": None if c.node_rotations is None else [float(x) for x in c.node_rotations[0]]}
    return {"tick": frame.tick, "bits": frame.rotation_bits, "characters": [of(c) for c in frame.characters]}


class Commands:
    def __init__(self, url):
        self.stream = posed.Stream(url, backoff=posed.Backoff(most=0.5))
        self.events, self.welcomes, self.ticks, self.is_new, self.dropped, self.walker = [], [], [], False, 0.0, None
        self.stream.on("event", self.events.append)
        self.lowered_heard = []
        self.stream.on("lowered", lambda m: self.lowered_heard.append({**m, "pace": self.stream.divisor}))
        self.stream.on("frame", lambda frame: self.ticks.append(frame.tick))
        self.stream.on("lost", self.lost)
        self.stream.on("welcome", lambda w: self.welcomes.append({**self.told(w), "is_new": False, "took": time.monotonic() - self.dropped}))

    @staticmethod
    def told(welcome):
        return {"session": welcome["session"], "resumed": welcome["resumed"]}

    def lost(self, _):
        self.welcomes[-1]["is_new"] = True

    async def until(self, ready):
        while not (got := ready()):
            await asyncio.sleep(0.005)
        return got

    async def frame(self):
        before = self.stream.newest
        return shown(await self.until(lambda: self.stream.newest is not before and self.stream.newest))

    async def open(self):
        welcome = await self.stream.open()
        self.welcomes.clear()
        return self.told(welcome)

    async def spawn(self, x, z, facing):
        self.walker = await self.stream.spawn(position=[float(x), float(z)], facing=float(facing))
        return {"id": self.walker.id}

    async def spawn_character(self, character, x, z, facing):
        made = await self.stream.spawn(character=character, position=[float(x), float(z)], facing=float(facing))
        return {"id": made.id, "joints": len(made.joints), "root": made.root, "scale": made.scale}

    async def spawn_model(self, model):
        await self.stream.spawn(model=model)

    async def after(self, seconds):
        await asyncio.sleep(float(seconds))
        return await self.frame()

    async def input(self, x, z, gait):
        return {"seq": await self.walker.input(move=[float(x), float(z)], gait=gait)}

    async def follow(self, x, z, space):
        return await self.walker.follow([[float(x), float(z)]], round=True, space=float(space))

    async def sit(self, x, z, height, space):
        return await self.walker.sit([float(x), float(z)], height=float(height), space=float(space))

    async def play(self, clip, part, weight, speed):
        return await self.walker.play(clip, mask=part, weights=[float(weight)], speed=float(speed))

    async def profile(self, channels, divisor, quantize):
        return await self.stream.profile(channels=channels.split(","), divisor=int(divisor), quantize=int(quantize))

    async def frames(self, seconds):
        self.ticks.clear()
        await asyncio.sleep(float(seconds))
        ticks = list(self.ticks)
        return {"count": len(ticks), "step": min(b - a for a, b in zip(ticks, ticks[1:])), "last": (await self.frame())["characters"][0]}

    async def event(self, name):
        return await self.until(lambda: next((e for e in self.events if e["event"] == name), None))

    async def lowered(self):
        return await self.until(lambda: self.lowered_heard and self.lowered_heard.pop(0))

    async def drop(self):
        self.dropped = time.monotonic()
        self.stream._socket.transport.abort()
        return {}

    async def welcome(self):
        await self.until(lambda: self.welcomes)
        await asyncio.sleep(0)
        return self.welcomes.pop(0)

    async def leave(self):
        await self.stream.leave()
        return {"state": self.stream.state}


async def main():
    commands, loop = Commands(sys.argv[1]), asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        name, *words = line.split()
        try:
            answer = await getattr(commands, name)(*words)
        except posed.StreamError as error:
            answer = {"code": error.code, "pointer": error.pointer}
        print(json.dumps(answer), flush=True)


asyncio.run(main())
