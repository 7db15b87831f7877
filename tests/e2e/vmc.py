"""Usage: vmc.py POSED [name...]: as stream.py, whose clients it uses."""
import asyncio
import math
import os
import signal
import socket
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import streaming  # noqa: E402
from posed import PATIENCE  # noqa: E402
from streaming import BODY, WALKER, Frame, connect, main, same, test  # noqa: E402
from vmc_receiver import PARENTS, Receiver, length, times, turn  # noqa: E402

# The figure's joint that each bone stands at (names of `welcome`); the body's (names of /v1/skeletons)
FIGURE = {"Hips": "Hips", "Spine": "LowerBack", "Chest": "Spine", "UpperChest": "Spine1", "Neck": "Neck", "Head": "Head"}
SMPL = {"Hips": "pelvis", "Spine": "spine1", "Chest": "spine2", "UpperChest": "spine3", "Neck": "neck", "Head": "head"}
for side in ("Left", "Right"):
    for bone, joint, other in (("Shoulder", "Shoulder", "collar"), ("UpperArm", "Arm", "shoulder"), ("LowerArm", "ForeArm", "elbow"),
                               ("Hand", "FingerBase", "wrist"), ("UpperLeg", "UpLeg", "hip"), ("LowerLeg", "Leg", "knee"),
                               ("Foot", "Foot", "ankle"), ("Toes", "ToeBase", "foot")):
        FIGURE[side + bone], SMPL[side + bone] = side + joint, f"{side.lower()}_{other}"
COLLAPSED = {"Head", "LeftHand", "RightHand"}  # a joint between them and the bone above is no bone: their way from it is right, its length gives


def unity(v):
    return (-v[0], v[1], v[2])


def in_world(frame, at):
    """A point of the root's frame, in Unity's axes."""
    s, c = math.sin(frame.yaw), math.cos(frame.yaw)
    return unity((frame.root[0] + c * at[0] + s * at[2], frame.root[1] + at[1], frame.root[2] - s * at[0] + c * at[2]))


def points(data, at, count):
    values = struct.unpack_from(f"<{3 * count}h", data, at)
    return [tuple(v / 4096 for v in values[3 * i:3 * i + 3]) for i in range(count)]


def rotations(data):
    """Quaternions of 48 bits each: which component is left out (the largest), and the three others from -sqrt(.5) to sqrt(.5), 15 bits each."""
    made = []
    for at in range(0, len(data), 6):
        word = int.from_bytes(data[at:at + 6], "little")
        q = [((word >> shift & 32767) / 32767 * 2 - 1) * math.sqrt(.5) for shift in (30, 15, 0)]
        q.insert(word >> 46, math.sqrt(max(0, 1 - sum(x * x for x in q))))
        made.append(q)
    return made


def rest_offsets(joints, names, present):
    """Bone: its place in the T-pose, in the frame of the bone above, as an avatar of these very bones has it."""
    at, table = {}, {j["name"]: j for j in joints}

    def of(name):
        if name not in at:
            j = table[name]
            above = of(j["parent"]) if j["parent"] else (0, 0, 0)
            at[name] = tuple(a + b for a, b in zip(above, j["offset"]))
        return at[name]

    made = {}
    for bone in present:
        above = PARENTS[bone]
        while above and above not in present:
            above = PARENTS[above]
        if above:
            made[bone] = unity(tuple(a - b for a, b in zip(of(names[bone]), of(names[above]))))
    return made


def posed(allow, config="", person=None, **more):
    models = f"models: [{{id: walker, file: {WALKER}}}" + (f", {{id: default, file: {BODY}}}" if BODY else "")
    models += f", {{id: person, file: {person}}}]\n" if person else "]\n"
    return streaming.posed(models + "stream: {vmc_allow: [" + ", ".join(f'"{a}"' for a in allow) + f"]{config}}}\n", **more)


async def raw(c):
    """Frames as bytes, while they come; c.frames reads their fixed parts."""
    while True:
        data = await asyncio.wait_for(c.socket.recv(), PATIENCE)
        if isinstance(data, bytes):
            return data, Frame(data)


async def play(c, receiver, seconds, steps):
    """Inputs over that time: frames and the poses of the same ticks, as lists [(frame, bytes, pose)], one for each instant that the
    datagrams' clock may have begun at: it runs from the session's first tick, at which nobody may have been there yet."""
    seen = []
    for step in steps:
        await c.say("input", **step)
        first = len(seen)
        while len(seen) == first or seen[-1][1].tick - seen[first][1].tick < 60 * seconds:
            seen.append(await raw(c))
    await asyncio.sleep(0.1)
    frames = [(f, data) for data, f in seen if f.count]
    poses = {round(60 * p.time): p for p in receiver.poses() if p.loaded}
    choices = []
    for first in range(min(poses) - 60, min(poses) + 61):  # on a busy machine the first second of frames or datagrams may not have come
        turns = [(f, data, first + round(60 * (f.time - frames[0][0].time))) for f, data in frames]
        choices.append([(f, data, poses[turn]) for f, data, turn in turns if turn in poses])
    choices = [pairs for pairs in choices if len(pairs) > max(0.8 * len(frames), 10)]
    assert choices, (len(frames), len(poses))
    return choices


def best(choices, fault):
    """The pairs with the least fault, as all the others are a tick of walking apart; and it."""
    pairs = min(choices, key=lambda pairs: max(fault(pairs[::10])))
    return fault(pairs), pairs


def direction(a, b):
    d = math.dist(a, b)
    return tuple((y - x) / d for x, y in zip(a, b))


def faults(pairs, index, offsets, names, collapsed):
    """Largest distances of the bones from their joints: with the places that were sent, and with an avatar's own bones; and of the way to
    what stands behind a collapsed joint."""
    worst = [0, 0, 0]
    for f, data, pose in pairs:
        at, sent, own = points(data, 24 + 32, len(index)), pose.world(), pose.world(offsets)
        wanted = {bone: in_world(f, at[index[joint]]) for bone, joint in names.items()}
        for bone, place in wanted.items():
            above = PARENTS[bone] if PARENTS[bone] in names else "Chest"
            worst[0] = max(worst[0], math.dist(sent[bone][0], place))
            if bone in collapsed:
                worst[2] = max(worst[2], math.dist(direction(own[above][0], own[bone][0]), direction(wanted[above], place)))
            else:
                worst[1] = max(worst[1], math.dist(own[bone][0], place))
    return worst


WALK = [{"move": [0, 1], "gait": "walk"}, {"move": [1, 0], "gait": "jog"}, {"move": [0, -1], "gait": "crouch"}, {"move": [0, 0]}]


@test
async def an_avatar_of_the_same_bones_stands_where_the_characters_joints_are():
    with Receiver() as r, posed([r.address]) as p:
        async with connect(p) as c:
            welcome = await c.ask("join", "welcome", vmc=r.address)
            same(welcome["vmc"], r.address)
            await c.ask("profile", "done", ref="p", channels=["root", "joints"])
            id = await c.spawn(model="walker", position=[1, 2], facing=0.7)
            choices = await play(c, r, 1.5, [{"id": id, **step} for step in WALK])
        joints = next(s["joints"] for s in welcome["skeletons"] if s["model"] == "walker")
        index, offsets = {j["name"]: i for i, j in enumerate(joints)}, rest_offsets(joints, FIGURE, set(FIGURE))

        worst, pairs = best(choices, lambda pairs: faults(pairs, index, offsets, FIGURE, COLLAPSED))
        print("# %d ticks: joints %.2f mm off with the places that were sent, %.2f with an avatar's own bones; the way to head and wrists %.2f mrad"
              % (len(pairs), *(1e3 * w for w in worst)))
        assert worst[0] < 1e-3 and worst[1] < 1e-3 and worst[2] < 5e-3, worst
        for _, _, pose in pairs:
            same(set(pose.bones), set(FIGURE))
            assert all(abs(length(q) - 1) < 1e-6 for _, q in pose.bones.values())
        gone = math.dist(pairs[0][0].root, pairs[-1][0].root)
        assert gone > 1, "it walked"


@test
async def left_stays_left_and_forward_is_forward():
    with Receiver() as r, posed([r.address]) as p:
        async with connect(p) as c:
            await c.ask("join", "welcome", vmc=r.address)
            id = await c.spawn(position=[3, 0])
            await c.say("input", id=id, move=[0, 1])
            await c.watch(1)
        poses = [q for q in r.poses() if q.loaded]
        first, last = poses[0], poses[-1]
        assert abs(first.root[0][0] + 3) < 0.05, "what is at +x, a character's left, is at Unity's -x"
        assert last.root[0][2] - first.root[0][2] > 0.3, "forward is +z"
        ahead = turn(last.root[1], (0, 0, 1))
        assert ahead[2] > 0.99, ahead
        bones = last.world()
        local = {b: turn(tuple(-v for v in last.root[1][:3]) + last.root[1][3:], tuple(x - y for x, y in zip(at, last.root[0])))
                 for b, (at, _) in bones.items()}
        for bone in ("Shoulder", "UpperArm", "LowerArm", "Hand", "UpperLeg", "Foot"):
            assert local["Left" + bone][0] < -0.02 < 0.02 < local["Right" + bone][0] or bone == "Shoulder", (bone, local)
        assert local["LeftToes"][2] > local["LeftFoot"][2], "toes point forward"
        assert local["Head"][1] > local["Hips"][1] > local["LeftFoot"][1] > 0, "on the ground, head up"


@test
async def a_quarter_turn_to_the_left_is_one_to_the_left():
    with Receiver() as r, posed([r.address]) as p:
        async with connect(p) as c:
            await c.ask("join", "welcome", vmc=r.address)
            await c.spawn(facing=math.pi / 2)  # +x, which is left
            await c.watch(0.3)
        pose = [q for q in r.poses() if q.loaded][-1]
        ahead = turn(pose.root[1], (0, 0, 1))
        assert ahead[0] < -0.99, f"{ahead}: left is Unity's -x"
        up = turn(times(pose.root[1], pose.bones["Hips"][1]), (0, 1, 0))
        assert up[1] > 0.9, up


@test
async def a_body_is_sent_in_its_own_bones():
    if not BODY:
        return
    with Receiver() as r, posed([r.address]) as p:
        skeleton = p.ask("GET", "/v1/skeletons/default?betas=1,-0.5").json()
        offsets = rest_offsets(skeleton["joints"], SMPL, set(SMPL))
        async with connect(p) as c:
            await c.ask("join", "welcome", vmc=r.address)
            await c.ask("profile", "done", ref="p", channels=["root", "smpl", "joints"])
            id = await c.spawn(model="walker", body={"betas": [1, -0.5]}, facing=-0.4)
            choices = await play(c, r, 1, [{"id": id, **step} for step in WALK[:3]])

        def fault(pairs):
            """The pelvis; every joint with the body's own bones."""
            worst = [0, 0]
            for f, data, pose in pairs:
                sent, own = pose.world(), pose.world(offsets)
                pelvis = points(data, 24 + 32 + 6 * 31, 1)[0]
                worst[0] = max(worst[0], math.dist(sent["Hips"][0], in_world(f, pelvis)))
                worst[1] = max(worst[1], *(math.dist(own[b][0], sent[b][0]) for b in SMPL))
            return worst

        worst, pairs = best(choices, fault)
        print("# pelvis %.2f mm off; with the body's own bones %.3f" % tuple(1e3 * w for w in worst))
        assert max(worst) < 1e-3 and all(set(pose.bones) == set(SMPL) for _, _, pose in pairs)


@test
async def a_body_with_a_face_sends_its_weights_and_fingers():
    person = BODY and os.path.join(os.path.dirname(BODY), "person.safetensors")
    if not person or not os.path.exists(person):
        return
    with Receiver() as r, posed([r.address], person=person) as p:
        async with connect(p) as c:
            await c.ask("join", "welcome", vmc=r.address)
            id = await c.spawn(model="walker", body={"model": "person"})
            await c.ask("face", "done", ref="f", id=id, blend_shapes={"jawOpen": 0.6, "viseme_aa": 0.5})
            names = [f"{side}{digit}{joint}" for side in ("Left", "Right") for digit in ("Thumb", "Index", "Middle", "Ring", "Little")
                     for joint in ("Proximal", "Intermediate", "Distal")]
            while True:  # until the face has got there
                await raw(c)
                poses = [q for q in r.poses() if q.weights]
                if poses and abs(poses[-1].weights["jawOpen"] - 0.6) < 0.01 and abs(poses[-1].weights["A"] - 0.5) < 0.01:
                    break
            pose = poses[-1]
            assert set(pose.fingers) == set(names) and pose.is_applied and max(r.sizes) <= 1432, (set(names) ^ set(pose.fingers), max(r.sizes))
            assert {"eyeBlinkLeft", "mouthSmileRight", "tongueOut", "A", "I", "U", "E", "O", "Blink_L", "Blink_R"} < set(pose.weights)
            for name, (at, _) in pose.fingers.items():  # bones of a hand: 1 to 15 cm long
                assert 0.005 < math.dist(at, (0, 0, 0)) < 0.15, (name, at)
            left, right = pose.fingers["LeftIndexProximal"][0], pose.fingers["RightIndexProximal"][0]
            assert left[0] < 0 < right[0], (left, right)  # Unity's axes: left at -X


@test
async def an_avatar_without_upper_chest_has_its_arms_and_head_where_the_others_have():
    with Receiver() as r, posed([r.address]) as p:
        async with connect(p) as c:
            welcome = await c.ask("join", "welcome", vmc=r.address, vmc_upper_chest=False)
            await c.ask("profile", "done", ref="p", channels=["root", "joints"])
            id = await c.spawn(model="walker")
            choices = await play(c, r, 1.2, [{"id": id, **step} for step in WALK])
        joints = next(s["joints"] for s in welcome["skeletons"] if s["model"] == "walker")
        index = {j["name"]: i for i, j in enumerate(joints)}
        names = {**{b: j for b, j in FIGURE.items() if b != "UpperChest"}, "Chest": "Spine1"}
        offsets = rest_offsets(joints, names, set(names))
        worst, pairs = best(choices, lambda pairs: faults(pairs, index, offsets, names, COLLAPSED | {"Chest"}))
        print("# %.2f mm with the places that were sent, %.2f with an avatar's own bones; the way to head, wrists and chest %.2f mrad"
              % tuple(1e3 * w for w in worst))
        assert worst[0] < 1e-3 and worst[1] < 5e-3 and worst[2] < 5e-3, worst
        assert all(set(pose.bones) == set(names) for _, _, pose in pairs)


@test
async def datagrams_fit_a_network_and_come_as_often_as_was_asked():
    with Receiver() as r, posed([r.address]) as p:
        async with connect(p) as c:
            await c.ask("join", "welcome", vmc=r.address, vmc_divisor=3)
            nobody = []
            while not nobody:
                nobody = r.poses()
                await asyncio.sleep(0.02)
            same({q.loaded for q in nobody}, {0}, "nobody is there yet")
            await c.spawn()
            await c.watch(1.5)
            poses = [q for q in r.poses() if q.loaded]
            steps = [round((b.time - a.time) * 60) for a, b in zip(poses, poses[1:])]
            assert min(steps) == 3 and len(poses) > 20, steps  # a busy machine leaves ticks out
            assert max(r.sizes) <= 1432, max(r.sizes)
            assert p.metric("posed_vmc_datagrams_total") >= len(r.sizes) > 0
            same(p.metric("posed_vmc_dropped_total"), 0)


@test
async def nothing_is_sent_to_where_the_operator_did_not_permit_it():
    with Receiver() as r, Receiver() as other, streaming.posed() as off, posed([r.address]) as p:
        async with connect(off) as c:
            error = await c.ask("join", "error", vmc=r.address)
            same((error["code"], error["pointer"]), ("invalid", "/vmc"))
            assert "stream.vmc_allow" in error["detail"], error
        async with connect(p) as c:
            for bad, words in ((other.address, "not permitted"), ("192.0.2.1:39539", "not permitted"), ("example.org:39539", "wrong address"),
                               ("127.0.0.1", "no port"), ("127.0.0.1:0", "port 0"), ("127.0.0.1:99999", "wrong port"),
                               ("255.255.255.255:9", "not permitted"), ("x" * 65, "64")):
                error = await c.ask("join", "error", vmc=bad)
                same(error["pointer"], "/vmc", bad)
                assert words in error["detail"], (bad, error)
            for wrong in ({"watch": "x"}, {"resume": "0" * 32}):
                same((await c.ask("join", "error", vmc=r.address, **wrong))["pointer"], "/vmc")
            same((await c.ask("join", "error", vmc=r.address, vmc_divisor=0))["pointer"], "/vmc_divisor")
            await c.ask("join", "welcome")
            await c.spawn()
            await c.watch(0.3)
        same((r.poses(), other.poses()), ([], []))


@test
async def a_destination_has_one_session_and_a_deserted_one_gives_way():
    with Receiver() as r, posed([f"127.0.0.1:0"]) as p:
        async with connect(p) as first, connect(p) as second:
            await first.ask("join", "welcome", vmc=r.address)
            error = await second.ask("join", "error", vmc=r.address)
            same((error["code"], error["pointer"]), ("busy", "/vmc"))
            first.socket.transport.abort()
            while "vmc" not in (answer := await second.ask("join", "welcome", vmc=r.address) if await gone(p, 1) else {}):
                pass
            same(answer["vmc"], r.address)
            async with connect(p) as third:
                again = await third.ask("join", "welcome", resume=first_token(first))
                assert "vmc" not in again, again


async def received(p, port, seconds, *options):
    """Runs posedctl vmc: the process, and the id of its session, which it prints when its character is there."""
    ctl = await asyncio.create_subprocess_exec(
        os.path.join(os.path.dirname(sys.argv[1]), "posedctl"), "vmc", "--listen", f"127.0.0.1:{port}", "--url", f"ws://127.0.0.1:{p.address[1]}/v1/stream",
        "--seconds", str(seconds), *options, stderr=asyncio.subprocess.PIPE)
    line = (await asyncio.wait_for(ctl.stderr.readline(), PATIENCE)).decode()
    assert "follows what is received" in line, line
    return ctl, line.split("session ")[1].split()[0]


async def shown(c):
    """The channel face of the next frame that has it alone."""
    while True:
        data, frame = await raw(c)
        channels = struct.unpack_from("<H", data, 24 + 8)[0] if frame.count else 0
        if channels & 0b1001111110 == 1 << 9:  # face, and none of the others that come before it
            return data[24 + 32:]


JAW_OPEN = 17  # place of the weight jawOpen in the channel face


def face(data):
    """Weight of jawOpen, and the rotations of the fingers. Behind the character's id: how many weights and rotations, and these."""
    weights, count = data[0], data[1]
    jaw = struct.unpack_from("<h", data, 2 + 2 * JAW_OPEN)[0] / 8192
    return jaw, rotations(data[2 + 2 * weights:2 + 2 * weights + 6 * count])


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@test
async def a_character_that_receives_another_one_moves_as_that_one_does():
    """Two characters of the same body: one walks and is sent by the VMC protocol, the other one receives it."""
    person = BODY and os.path.join(os.path.dirname(BODY), "person.safetensors")
    if not person or not os.path.exists(person):
        return
    port = free_port()
    with posed([f"127.0.0.1:{port}"], person=person) as p:
        ctl, session = await received(p, port, 30)
        async with connect(p) as sender, connect(p) as watcher:
            await sender.ask("join", "welcome", vmc=f"127.0.0.1:{port}")
            await sender.ask("profile", "done", ref="p", channels=["root", "smpl"])
            id = await sender.spawn(model="walker", body={"model": "person"}, position=[1, 0], facing=0.5)
            await watcher.ask("join", "welcome", watch=session)
            await watcher.ask("profile", "done", ref="p", channels=["root", "smpl"])
            await sender.ask("face", "done", ref="f", id=id, blend_shapes={"jawOpen": 0.6})
            walked, followed = [], []
            for step in WALK[:2] + [{"move": [0, 0]}]:
                await sender.say("input", id=id, **step)
                for _ in range(60):
                    walked.append(await raw(sender))
                    followed.append(await raw(watcher))

            # The face: the mouth opens, and the fingers are those of the sender at rest.
            for c in (sender, watcher):
                await c.ask("profile", "done", ref="p", channels=["face"])
            mouths, fingers = zip(*[face(await shown(c)) for c in (sender, watcher)])
        ctl.terminate()
        said = (await ctl.communicate())[1].decode()
    one, other = ([(f, in_world(f, points(data, 24 + 32, 1)[0]), rotations(data[24 + 38:])) for data, f in seen if f.count] for seen in (walked, followed))
    assert len(one) > 150 and len(other) > 150, (len(one), len(other))

    def apart(lag):
        """Mean distance of the pelvis in the world, metres, and mean angle of the joints' rotations but for the root and hands, degrees, after the
        first second."""
        pairs = list(zip(one[60:-lag or None], other[60 + lag:]))
        place = sum(math.dist(a, b) for (_, a, _), (_, b, _) in pairs) / len(pairs)
        angles = [2 * math.degrees(math.acos(min(1, abs(sum(x * y for x, y in zip(q[k], r[k])))))) for (_, _, q), (_, _, r) in pairs for k in range(1, 22)]
        return place, sum(angles) / len(angles), lag

    place, angle, lag = min(apart(lag) for lag in range(20))
    print(f"# pelvis {1e3 * place:.0f} mm apart, joints {angle:.1f} degrees, {lag} ticks later")
    assert place < .03 and angle < 3, (place, angle, lag)
    assert mouths[0] > .5 and abs(mouths[0] - mouths[1]) < .05, mouths
    bent = max(2 * math.degrees(math.acos(min(1, abs(sum(x * y for x, y in zip(q, r)))))) for q, r in zip(*fingers))
    assert bent < 6, f"{bent} degrees between fingers"
    assert " 0 of them not used" in said, said


async def gone(p, left):
    """Until the server has noticed that all but those left are gone."""
    while p.metric("posed_streams") > left:
        await asyncio.sleep(0.02)
    return True


def first_token(c):
    return next(t["resume_token"] for t in c.texts if t["type"] == "welcome")


@test
async def a_resumed_session_goes_on_sending():
    with Receiver() as r, posed([r.address]) as p:
        async with connect(p) as c:
            welcome = await c.ask("join", "welcome", vmc=r.address)
            await c.spawn()
            await c.watch(0.2)
        await gone(p, 0)
        r.poses()
        await asyncio.sleep(0.2)
        same(r.poses(), [], "a session that nobody is left in sends nothing")
        async with connect(p) as c:
            same((await c.ask("join", "welcome", resume=welcome["resume_token"]))["vmc"], r.address)
            await c.watch(0.3)
            assert [q for q in r.poses() if q.loaded]
            await c.say("leave")
            same((await c.end())[1], "left")
        r.poses()
        await asyncio.sleep(0.2)
        same(r.poses(), [])


@test
async def a_reload_that_takes_the_permission_away_ends_the_sending():
    with Receiver() as r, posed([r.address]) as p:
        async with connect(p) as c:
            await c.ask("join", "welcome", vmc=r.address)
            await c.spawn()
            await c.watch(0.2)
            assert r.poses()
            with open(p.config) as file:
                text = file.read()
            with open(p.config, "w") as file:
                file.write(text.replace(r.address, "127.0.0.1:1"))
            p.signal(signal.SIGHUP)
            while '"models reloaded"' not in p.log_text():
                await asyncio.sleep(0.02)
            await c.watch(1.5)  # permissions are looked up each second
            r.poses()
            await c.watch(0.3)
            same(r.poses(), [])
            assert (await c.frame()).count == 1, "the session itself goes on"


@test
async def a_receiver_that_is_not_there_costs_nothing_but_counted_datagrams():
    with Receiver() as r, posed([r.address]) as p:
        r.close()
        async with connect(p) as c:
            await c.ask("join", "welcome", vmc=r.address)
            await c.spawn()
            await c.watch(0.2)
            await c.collect(20)
            assert p.metric("posed_vmc_dropped_total") > 0


@test
async def ipv6_is_as_good():
    with Receiver("::1") as r, posed(["[0:0::1]:0"]) as p:
        async with connect(p) as c:
            same((await c.ask("join", "welcome", vmc=r.address))["vmc"], r.address)
            await c.spawn()
            await c.watch(0.3)
        assert [q for q in r.poses() if q.loaded]


@test
async def a_list_that_cannot_be_right_is_a_wrong_configuration():
    for entry, words in (("example.org:39539", "wrong address"), ("127.0.0.1", "no port"), ("127.0.0.1:70000", "wrong port")):
        try:
            with posed([entry]):
                raise AssertionError(f"{entry} was taken")
        except RuntimeError as error:
            assert "stream.vmc_allow" in str(error) and words in str(error), error


if __name__ == "__main__":
    sys.exit(main())
