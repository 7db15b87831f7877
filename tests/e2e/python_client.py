"""Usage: python_client.py POSED [name...]: clients/python against a live daemon."""
import asyncio
import importlib.util
import inspect
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings

import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[0] = os.path.join(HERE, "../../clients/python")  # `posed` is the client; the daemon's class is in a file of that name here
import posed  # noqa: E402


def load(name, file):
    spec = importlib.util.spec_from_file_location(name, os.path.join(HERE, file))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


network, daemon, relay = load("network", "network.py"), load("daemon", "posed.py"), load("relay", "relay.py")

PROGRAM = sys.argv[1]
MODELS = tempfile.mkdtemp(prefix="posed-python-")
network.write(f"{MODELS}/motion.safetensors")
os.symlink(os.path.abspath("models/default.safetensors"), f"{MODELS}/default.safetensors")
tests = []


def test(function):
    tests.append(function)
    return function


def start(config="", listen="127.0.0.1:0"):
    return daemon.Posed(PROGRAM, MODELS, config, listen=listen)


def client(p, **more):
    return posed.Client(f"http://{p.address[0]}:{p.address[1]}", **more)


async def until(condition, within=300):
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, "it did not come"
        await asyncio.sleep(0.02)


@test
def bodies_measurements_and_ik_come_as_arrays():
    with start() as p:
        c = client(p)
        about, mesh = c.model(), c.mesh(betas=[1, -0.5], include=("vertices", "normals", "joints", "faces"), ground=True)
        assert mesh.vertices.shape == mesh.normals.shape == (about["vertex_count"], 3) and mesh.joints.shape == (about["joint_count"], 3)
        assert (mesh.faces == c.faces()).all() and abs(mesh.vertices[:, 1].min()) < 1e-5 and mesh.frame == "gltf"
        two = c.meshes("default", [{}, {"betas": numpy.ones(2)}], include=["joints"])
        assert numpy.allclose(two[1].joints, c.joints(betas=[1, 1]), atol=1e-6) and two[0].vertices is None
        fit = c.fit(measurements={"height": 1.8})
        assert fit["status"] == "matched" and abs(c.measure(betas=fit["betas"])["height"] - 1.8) < 2e-3
        reach = c.ik([{"joint": "left_wrist", "position": [0.4, 0.3, 0.4]}])
        assert reach["status"] == "reached", reach["status"]
        wrist = c.mesh(quaternions=reach["pose"]["quaternions"], include=("joints",)).joints[about["joint_names"].index("left_wrist")]
        assert numpy.abs(wrist - [0.4, 0.3, 0.4]).max() < 2e-3, wrist
        assert c.glb(rig=True)[:4] == b"glTF"


@test
def rollouts_come_as_arrays_dicts_and_bytes():
    with start() as p:
        script = {"seconds": 1, "script": [{"t": 0, "move": [0, 1]}]}
        frames = client(p).rollout(**script)["frames"]
        assert len(client(p).rollout("npz", **script)["poses"]) == len(frames)
        assert client(p).rollout("glb", **script)[:4] == b"glTF"


@test
def what_is_wrong_is_an_error_with_status_and_pointer():
    with start() as p:
        try:
            client(p).mesh(betas=[0] * 99)
            raise AssertionError("no error")
        except posed.PosedError as error:
            assert (error.status, error.errors[0]["pointer"]) == (400, "/betas"), error


@test
def what_looks_like_a_mistake_is_warned_about_at_the_callers_line():
    with start() as p, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        c = client(p)
        c.joints(global_orient=[0, 90, 0])
        assert not c.mesh(betas=range(3), include="joints").joints is None
    assert [(w.category, w.filename) for w in caught] == [(posed.PosedWarning, __file__)], [str(w) for w in caught]
    assert "/global_orient/0: a rotation by 90" in str(caught[0].message), caught[0]


@test
def an_address_has_a_scheme_and_neither_query_nor_fragment():
    for base in ("localhost:8080", "127.0.0.1:8080", "", "http://", "ws://127.0.0.1:8080", "http://a?b=1", "http://a/#b", " http://a"):
        try:
            posed.Client(base)
            raise AssertionError(f"{base!r} is taken")
        except ValueError as error:
            shown = base.split("?")[0].split("#")[0]  # a query may hold a key, so it is not shown
            assert f'base: "{shown}"; an address with http:// or https://' in str(error), error
    for base, stream in (("HTTP://[::1]:8080/", "ws://[::1]:8080/v1/stream"), ("https://a/posed//", "wss://a/posed/v1/stream")):
        assert posed.Client(base).stream_url == stream, base


@test
def an_npz_is_played_on_a_body():
    with start() as p:
        folder = tempfile.mkdtemp()
        poses = numpy.zeros((10, 156))
        poses[:, 0] = math.pi / 2  # upright in AMASS
        numpy.savez(f"{folder}/clip.npz", poses=poses, trans=numpy.linspace([0, 0, 0.9], [0, -1, 0.9], 10), betas=numpy.zeros(16), mocap_framerate=30.0)
        done = subprocess.run([sys.executable, "clients/python/examples/play_npz.py", f"{folder}/clip.npz", "-o", f"{folder}/out.npz", "--url",
                               client(p).base], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        vertices = numpy.load(f"{folder}/out.npz")["vertices"]
        height = numpy.ptp(vertices[0, :, 1])
        assert 1.5 < height < 1.9 and abs((vertices[9] - vertices[0])[:, 2].mean() - 1) < 1e-3, (height, done.stdout)
        shutil.rmtree(folder)


@test
def the_readmes_examples_run():
    with daemon.Posed(PROGRAM, "models") as p:  # whose feet stand: it waits for a step
        with open("clients/python/README.md") as file:
            blocks = re.findall(r"```python\n(.*?)```", file.read(), re.S)
        if importlib.util.find_spec("torch") is None:
            blocks = [block for block in blocks if "import torch" not in block]
        *plain, notebook = blocks
        plain = "\n".join(plain)
        plain += "\nimport asyncio\nasync def main():\n" + "\n".join("    " + line for line in notebook.split("\n")) + "\nasyncio.run(main())\n"
        done = subprocess.run([sys.executable, "-c", plain.replace("http://127.0.0.1:8080", client(p).base).replace("arrived", "footstep")], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0 and "footstep" in done.stdout, done.stdout[-300:] + done.stderr


@test
def without_asyncio_a_character_walks():
    shipped = daemon.Posed(PROGRAM, "models")  # whose feet stand: a step is waited for
    with shipped as p, client(p).sync_stream(profile={"channels": ["root", "joints", "trajectory"]}) as stream:
        walker = stream.spawn(position=[1, 2])
        seq = walker.input(move=[0, 1])
        frames = list(stream.frames(seconds=1))
        assert frames[-1].characters[0].seq == seq and 0 < len(frames) <= 62, len(frames)
        last = frames[-1].characters[0]
        assert 0 < last.root[2] - 2 < 2 and posed.to_world(last, last.joints).shape == (len(network.JOINTS), 3)
        assert stream.event()["event"] == "footstep" and 0 < stream.ping()
        walker.follow([[0, 0], [0, 3]], gait="walk")
        walker.look([1, 1])
        walker.look(point=[1, 1.5, 2], seconds=0.2)
        walker.reach("right_hand", [-0.3, 1.2, 0.3], anchor="root", normal=[0, 1, 0])
        walker.reach("right_hand", weight=0)
        if os.path.exists("models/default.safetensors"):
            seen = stream.spawn(drive="observe")
            assert seen.observe({"left_shoulder": [.2, .4, 0], "right_shoulder": [-.2, .4, 0], "left_hip": [.1, 0, 0], "right_hip": [-.1, 0, 0]}, set="coco17") == 1
            assert seen.observe_sensors({"pelvis": [0, 0, 0, 1], "LeftForeArm": None}, calibrate=True, up="z") == 2
            assert seen.observe_pose({"hips": [0, 0, 0, 1], "leftUpperArm": None}, hips=[0, .9, 0], height=1.7) == 3
            seen.despawn()
        walker.despawn()
        stream.leave()
        try:
            walker.look()
            raise AssertionError("no error")
        except posed.StreamError as error:
            assert error.code == "closed", error


@test
def programs_with_a_stream_end_without_a_word_on_stderr():
    ends = {
        "closed": "with client.sync_stream() as stream: stream.spawn(); stream.frame()",
        "left": "with client.sync_stream() as stream: stream.spawn(); stream.leave()",
        "raised": "try:\n    with client.sync_stream() as stream: stream.spawn(); raise KeyError(1)\nexcept KeyError: pass",
        "left open": "stream = client.sync_stream(); stream.open(); stream.spawn(); stream.frame()",
        "ended by exit": "stream = client.sync_stream(); stream.open(); stream.spawn(); raise SystemExit(0)",
        "never opened": "stream = client.sync_stream()\ntry: stream.frame()\nexcept posed.StreamError as error: assert error.code == 'closed'",
    }
    with daemon.Posed(PROGRAM, "models") as p:
        for name, body in ends.items():
            program = f"import posed\nclient = posed.Client({client(p).base!r})\n{body}\n"
            ended = subprocess.run([sys.executable, "-W", "error", "-c", program], env={**os.environ, "PYTHONPATH": "clients/python"},
                                   capture_output=True, text=True, timeout=120)
            assert ended.returncode == 0 and not ended.stderr, (name, ended.returncode, ended.stderr)


@test
async def what_the_stream_reports_as_a_likely_mistake_is_warned_about():
    with start() as p, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        async with client(p).stream() as stream:
            walker = await stream.spawn(facing=90)
            for yaw in (1, 90, 91):
                await walker.input(axes="camera", camera_yaw=yaw)
            await walker.sit([0, 1], height=0.45, facing=90)
            await stream.ask("ping", time=1)
    said = [str(w.message).split("; ")[0] for w in caught if w.category is posed.StreamWarning]
    assert said == ["posed: spawn: /facing: 90", "posed: input: /camera_yaw: 90", "posed: sit: /facing: 90"], [str(w) for w in caught]


@test
async def errors_of_the_stream_name_the_place():
    with start() as p:
        async with client(p).stream() as stream:
            for work, pointer in ((stream.spawn(model="nobody"), "/model"), (stream.profile(quantize=40), "/quantize")):
                try:
                    await work
                    raise AssertionError("no error")
                except posed.StreamError as error:
                    assert error.pointer == pointer, error
            watcher = client(p).stream(watch=stream.session)
            await watcher.open()
            await stream.spawn()
            await until(lambda: watcher.newest and watcher.newest.characters)
            await watcher.close()
            try:
                await client(p).stream(watch="nobody").open()
                raise AssertionError("no error")
            except posed.StreamError as error:
                assert error.code == "not_found", error


@test
async def what_nobody_listens_to_is_warned_about_once():
    with start() as p, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        said = lambda: [str(w.message) for w in caught if issubclass(w.category, posed.StreamWarning)]  # noqa: E731
        one = client(p).stream()
        await one.open()
        walker = await one.spawn(position=[0, 0])
        for _ in range(3):
            await walker.input(move=[5000, 0])
        await one.ping()  # answered behind what was refused
        assert said() == ["posed: range: byte 12: move: 5000; -1000 to 1000 allowed"], said()
        errors = []
        one.on("error", errors.append)
        await walker.input(speed=99)
        await one.ping()
        assert len(errors) == 1 and len(said()) == 1, (errors, said())
        async with client(p).stream(resume=one.token):
            await until(lambda: one.state == "closed")
        assert len(said()) == 2 and "taken_over" in said()[1], said()


@test
async def two_keys_together_walk():
    with start() as p:
        async with client(p).stream() as stream:
            walker = await stream.spawn(position=[0, 0])
            await walker.input(move=[1, 1], gait="walk")
            # the glider goes straight ahead, wherever the stick points
            await until(lambda: stream.newest and stream.newest.characters and stream.newest.characters[0].root[2] > 0.3)


@test
async def without_the_websockets_package_open_says_so():
    stream, sys.modules["websockets"] = posed.Stream("ws://127.0.0.1:1/v1/stream"), None
    try:
        await stream.open()
        raise AssertionError("no error")
    except ImportError as error:
        assert "python3-websockets" in str(error), error
    finally:
        del sys.modules["websockets"]


@test
async def a_connection_that_falls_silent_is_given_up_and_resumed():
    with start() as p:
        line = relay.Relay(p.address)
        through = posed.Client(f"http://127.0.0.1:{line.port}")
        async with through.stream(silence=1.5, backoff=posed.Backoff(0.05, 0.2)) as stream:
            walker, session, welcomes, reasons = await stream.spawn(), stream.session, [], []
            stream.on("welcome", welcomes.append)
            stream.on("disconnected", lambda error: reasons.append(error.code))
            await walker.input(move=[0, 1])
            await until(lambda: stream.newest)
            line.silence()
            try:  # whoever asks meanwhile hears that the connection was lost
                await stream.ask("ping", time=1)
                raise AssertionError("a silent connection answered")
            except posed.StreamError as error:
                assert error.code == "disconnected", error
            await until(lambda: welcomes)
            assert welcomes[0]["resumed"] and stream.session == session and "silent" in reasons, (welcomes, reasons)
            before = stream.newest
            await until(lambda: stream.newest is not before and stream.newest.characters[0].id == walker.id)
            assert line.count >= 2
        line.stop()


@test
async def a_stream_that_only_listens_outlives_a_short_idle_timeout():
    with start("stream: {idle_timeout: 1}") as p:
        byes = []
        async with client(p).stream() as stream:
            stream.on("bye", byes.append)
            await asyncio.sleep(4)
            assert not byes and stream.state == "open", byes


@test
async def every_field_is_a_parameter_and_a_misspelt_one_is_refused():
    with start() as p:
        ask = client(p)
        whole, small = ask.glb(rig=True), ask.glb(rig=True, morphs=False, quantize=True)
        assert whole[:4] == small[:4] == b"glTF" and len(small) < len(whole)
        assert ask.mesh(betas=numpy.array([1.5, -0.5]), include=["joints"]).joints.shape[1] == 3
        for call in (lambda: ask.glb(morfs=False), lambda: ask.measure(heigth=1.8), lambda: ask.ik(target=[])):
            try:
                call()
                raise AssertionError("a misspelt field was taken")
            except TypeError:
                pass
        report = ask.ik(targets=[{"joint": "left_wrist", "position": [0.4, 0.3, 0.4]}], lambda_=0.3, solver="dls", damping="constant")
        assert report["status"] in ("reached", "stalled", "unreachable", "budget"), report
        stream = ask.stream()
        try:
            await posed.Character(stream, {}).input(mvoe=[0, 1])
            raise AssertionError("a misspelt field was taken")
        except TypeError:
            pass


@test
async def files_are_sent_as_they_are_and_ids_may_have_any_character():
    with start() as p:
        ask = client(p)
        rigged = ask.glb(rig=True, morphs=False)
        assert ask.put_character("my-hero", rigged)["id"] == "my-hero"
        assert [c["id"] for c in ask.characters()] == ["my-hero"] and ask.character("my-hero")["id"] == "my-hero"
        # motions and meshes of every kind: what the client does not know the server recognises
        for call, status in ((lambda: ask.clip("my-hero", b"; FBX 7.4.0 project file\n"), 400), (lambda: ask.clip("my-hero", b"\1\2\3"), 415), (lambda: ask.rig(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), 400)):
            try:
                call()
                raise AssertionError("it was taken")
            except posed.PosedError as error:
                assert error.status == status, (error.status, error.detail)
        ask.delete_character("my-hero")
        assert ask.characters() == []
        bvh = ask.rollout("bvh", seconds=1, script=[{"t": 0, "move": [0, 1]}])
        ask.request("PUT", "/v1/skeletons/of-bvh", bvh, type="application/x-bvh").close()
        assert "of-bvh" in [s["id"] for s in ask.skeletons()]
        for wrong in ("a/b", "../models", "a?b=c", "ä ö"):
            try:
                ask.character(wrong)
                raise AssertionError(f"{wrong} was found")
            except posed.PosedError as error:
                assert error.status in (400, 404) and "route" not in error.detail, (wrong, error)


@test
async def a_lost_line_is_resumed_with_the_same_character():
    with start() as p:
        async with client(p).stream() as stream:
            walker, session = await stream.spawn(), stream.session
            await walker.input(move=[0, 1])
            await until(lambda: stream.newest and stream.newest.characters[0].root[2] > 0.3)
            before, welcomes = stream.newest, []
            stream.on("welcome", welcomes.append)
            stream._socket.transport.abort()
            await until(lambda: welcomes and stream.newest is not before)
            assert welcomes[0]["resumed"] and stream.session == session
            step = math.dist(stream.newest.characters[0].root, before.characters[0].root) / max(1, stream.newest.tick - before.tick)
            assert step < 0.05, step


@test
async def a_killed_daemon_that_comes_back_gets_a_new_session():
    p = start()
    stream = posed.Stream(client(p).stream_url, backoff=posed.Backoff(0.05, 0.2))
    await stream.open()
    walker, lost, session = await stream.spawn(position=[3, 4]), [], stream.session
    stream.on("lost", lost.append)
    await until(lambda: stream.newest and stream.newest.characters)
    p.signal(signal.SIGKILL)
    p.stop()
    await until(lambda: stream.state == "waiting")
    with start(listen="%s:%d" % p.address):
        await until(lambda: lost and stream.newest and stream.newest.characters)
        assert lost[0]["before"] == session != stream.session
        assert stream.newest.characters[0].id == walker.id and math.dist(stream.newest.characters[0].root, (3, 0, 4)) < 0.05
        await stream.leave()


@test
async def bye_decides_about_coming_back():
    with start() as p:
        one, two = client(p).stream(), client(p).stream()
        await one.open()
        two.token = one.token
        await two.open()
        await until(lambda: one.state == "closed")
        assert one.bye["reason"] == "taken_over", one.bye
        p.signal(signal.SIGTERM)
        await until(lambda: two.state == "waiting")
        assert two.bye["come_back"], two.bye
        await two.close()
    try:
        await posed.Stream("ws://127.0.0.1:1/v1/stream", attempts=2, backoff=posed.Backoff(0.01)).open()
        raise AssertionError("no error")
    except posed.StreamError as error:
        assert error.code == "gave_up", error


@test
def a_key_loses_its_line_end_and_is_never_shown():
    with start() as p:
        secret = "a-secret-of-thirty-characters"
        for key in (secret + "\n", secret + "\r\n", " " + secret, secret):
            c = client(p, key=key)
            assert c.key == secret and c.json("GET", "/v1/models")["models"], c.key
        for key in ("two words " + secret, secret + "\nX-Other: 1", secret + "\u00e4", secret + "\x00"):
            for way in (lambda k: client(p, key=k), lambda k: setattr(late := client(p), "key", k) or late.json("GET", "/v1/models")):
                try:
                    way(key)
                    raise AssertionError("no error")
                except ValueError as error:
                    assert secret not in str(error) and "key: character" in str(error), error


def numbers(*shape):
    return numpy.random.default_rng(sum(shape)).normal(0, 0.4, shape).astype(numpy.float32)


@test
def derivatives_of_bodies_are_products_with_the_jacobian_and_its_transpose():
    from posed.derivatives import derivatives
    with start() as p:
        c = client(p)
        given = {"betas": numbers(2, 10), "pose": numbers(2, 24, 3), "translation": numbers(2, 3)}
        along = {f"tangent_{name}": numbers(*array.shape) for name, array in given.items()}
        moved = derivatives(c, **given, **along)
        pull = {f"cotangent_{name}": numbers(*array.shape) for name, array in moved.items()}
        back = derivatives(c, **given, **pull)
        assert moved["vertices"].shape == (2, 13380, 3) and back["pose"].shape == (2, 24, 3), (moved["vertices"].shape, back["pose"].shape)
        for body in range(2):
            left = sum(float((moved[name][body] * pull[f"cotangent_{name}"][body]).sum(dtype=float)) for name in moved)
            right = sum(float((back[name][body][:len(along[f"tangent_{name}"][body])] * along[f"tangent_{name}"][body]).sum(dtype=float)) for name in given)
            assert abs(left - right) < 1e-3 * abs(left), (left, right)
        try:
            derivatives(c, **given)
            raise AssertionError("no error")
        except posed.PosedError as error:
            assert error.status == 400 and "tangents" in error.detail + str(error.errors), error


@test
def torch_learns_a_pose_through_the_daemon():
    """Gradient descent brings a wrist and the height of the head to their places; skipped without torch."""
    try:
        import torch
    except ImportError:
        return
    from posed.differentiable import bodies
    with start() as p:
        c = client(p)
        pose = torch.zeros(1, 24, 3, requires_grad=True)
        betas = torch.zeros(1, 10, requires_grad=True)
        wanted = bodies(c, betas=torch.tensor(numbers(1, 10)), pose=torch.tensor(0.3 * numbers(1, 24, 3)))[1].detach()
        descent = torch.optim.Adam([pose, betas], lr=0.05)
        for step in range(60):
            descent.zero_grad()
            vertices, joints = bodies(c, betas=betas, pose=pose)
            loss = (joints - wanted).square().sum()
            loss.backward()
            first = loss.item() if not step else first
            descent.step()
        assert loss.item() < 0.01 * first, (first, loss.item())

        # against differences, in a direction of all parameters
        pose, betas = torch.tensor(numbers(1, 24, 3), requires_grad=True), torch.tensor(numbers(1, 10), requires_grad=True)
        weights = torch.tensor(numbers(1, 13380, 3))
        value = lambda step: float((bodies(c, betas=betas + step, pose=pose + step)[0] * weights).double().sum())  # noqa: E731
        (bodies(c, betas=betas, pose=pose)[0] * weights).sum().backward()
        difference = (8 * (value(0.02) - value(-0.02)) - (value(0.04) - value(-0.04))) / 0.24
        assert abs(float(pose.grad.sum() + betas.grad.sum()) - difference) < 1e-3 * abs(difference) + 0.05, (pose.grad.sum() + betas.grad.sum(), difference)


failed = 0
for function in tests:
    name = function.__name__.replace("_", " ")
    if len(sys.argv) > 2 and not any(word in function.__name__ for word in sys.argv[2:]):
        continue
    try:
        asyncio.run(asyncio.wait_for(function(), 600)) if inspect.iscoroutinefunction(function) else function()
        print(f"ok - {name}", flush=True)
    except Exception:
        failed += 1
        print(f"not ok - {name}\n{traceback.format_exc()}", flush=True)
shutil.rmtree(MODELS)
sys.exit(failed > 0)
