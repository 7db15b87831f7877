"""Usage: people.py BUILD [name...]: people of the shipped model vary as people in the survey do.

500 people by seed are measured by the daemon and held to the summary of the survey in models/report-people.json.
Who is asked for by height and weight is measured here, from the vertices.
"""
import json
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
import runner  # noqa: E402
from posed import Posed  # noqa: E402

BUILD = sys.argv[1]
MODELS = os.path.join(HERE, "../../models")
REPORT = json.load(open(os.path.join(MODELS, "report-people.json")))
COUNT = 500
tests = []


def test(function):
    tests.append(function)
    return function


def posed():
    return Posed(os.path.join(BUILD, "posed"), MODELS)


def ask(p, route, **request):
    reply = p.ask("POST", f"/v1/models/person/{route}", request)
    assert reply.status == 200, reply.body[:400]
    return reply.json()


def refused(p, pointer, text, model="person", **request):
    reply = p.ask("POST", f"/v1/models/{model}/mesh", request)
    errors = reply.json()["errors"]
    assert reply.status == 400 and any(e["pointer"] == pointer and text in e["detail"] for e in errors), reply.body


def measured(p, count, **shared):
    values = []
    for first in range(1, count + 1, 100):
        reply = ask(p, "measure", bodies=[{"random": seed} for seed in range(first, first + 100)], **shared)
        values += [[body[name] for name in REPORT["measures"]] for body in reply["bodies"]]
    return np.array(values)


@test
def five_hundred_people_by_seed_are_those_of_the_survey():
    with posed() as p:
        for gender in ("female", "male"):
            survey = REPORT[gender]["survey"]["survey"]
            got = measured(p, COUNT, gender=gender)
            # what the learning owes, and three standard errors of 500
            mean, sd = np.array(survey["mean"]), np.array(survey["sd"])
            slack = 3 / np.sqrt(COUNT)
            assert (abs(got.mean(0) - mean) < 0.01 * mean + slack * sd).all(), (gender, got.mean(0) / mean)
            assert (abs(got.std(0) / sd - 1) < 0.08 + slack / np.sqrt(2)).all(), (gender, got.std(0) / sd)
            bmi = np.percentile(got[:, 1] / got[:, 0] ** 2, [1, 50, 99])
            assert (abs(bmi - survey["bmi_p1_p50_p99"]) < [2.2, 0.6, 3]).all(), (gender, bmi)


@test
def the_report_holds_what_was_promised():
    for gender in ("female", "male"):
        for population in ("survey", "public"):
            ours = REPORT[gender][population]["ours"]
            assert max(map(abs, ours["mean_off_percent"])) < 1, ours
            assert max(abs(r - 1) for r in ours["sd_ratio"]) < 0.1, ours  # the girth of heads of women has 0.91
            assert ours["correlation_off_mean"] < 0.06 and ours["legs_cross_share"] == 0, ours
        survey = REPORT[gender]["survey"]
        off = np.subtract(survey["ours"]["bmi_p1_p50_p99"], survey["survey"]["bmi_p1_p50_p99"])
        assert abs(off).max() < 1.5, off


def height_and_weight(reply):
    body = reply["bodies"][0]
    v, f = np.array(body["vertices"]).reshape(-1, 3), np.array(reply["faces"]).reshape(-1, 3)
    volume = np.einsum("ij,ij->i", v[f[:, 0]], np.cross(v[f[:, 1]], v[f[:, 2]])).sum() / 6
    return np.ptp(v[:, 1]), 1000 * volume


@test
def who_is_asked_for_is_that_tall_and_heavy():
    with posed() as p:
        for seed, gender, height, weight in ((1, "female", 1.62, 58), (2, "male", 1.9, 95), (3, "female", 1.75, 70), (4, "male", 1.68, 80)):
            reply = ask(p, "mesh", random=seed, gender=gender, height=height, weight=weight, include=["vertices", "faces"])
            got = height_and_weight(reply)
            assert abs(got[0] - height) < 0.002 and abs(got[1] / weight - 1) < 0.01, (seed, got)
            body = reply["bodies"][0]
            assert body["person"]["gender"] == gender and 17 <= body["person"]["age"] <= 58, body["person"]
            again = ask(p, "mesh", betas=body["betas"], include=["vertices", "faces"])
            assert "person" not in again["bodies"][0]
            assert np.allclose(again["bodies"][0]["vertices"], body["vertices"], atol=2e-6)


@test
def the_same_seed_is_the_same_person_everywhere():
    with posed() as p:
        one = ask(p, "joints", random=7)["bodies"][0]
        shared = ask(p, "joints", gender="male", bodies=[{"random": 7}, {"random": 8}, {"betas": [1]}, {"random": 7, "gender": "female"}])["bodies"]
        by_get = p.ask("GET", "/v1/models/person/joints?random=7").json()["bodies"][0]
        told = ask(p, "measure", random=7)["people"][0]
        assert one == by_get and told["betas"] == one["betas"], told
        assert one in (shared[0], shared[3]) and shared[0] != shared[1] and "person" not in shared[2]
        assert [b["person"]["gender"] for b in shared if "person" in b] == ["male", "male", "female"]
        a, b = (p.ask("GET", f"/v1/models/person/mesh?format=glb&random={seed}") for seed in (7, 8))
        assert a.headers["etag"] != b.headers["etag"] and a.headers["posed-person"].startswith("gender="), a.headers
        heights = [ask(p, "measure", gender="female", percentile=f"height:{q}")["bodies"][0]["height"] for q in (5, 50, 95)]
        mean, sd = REPORT["female"]["survey"]["survey"]["mean"][0], REPORT["female"]["survey"]["survey"]["sd"][0]
        assert np.allclose(heights, [mean - 1.645 * sd, mean, mean + 1.645 * sd], atol=0.006), heights



def lid_of(body):
    """How far the morph target eyeBlinkLeft of a GLB moves the lid down, metres."""
    size = int.from_bytes(body[12:16], "little")
    glb = json.loads(body[20:20 + size])
    mesh = next(m for m in glb["meshes"] if "eyeBlinkLeft" in m.get("extras", {}).get("targetNames", []))
    at = mesh["extras"]["targetNames"].index("eyeBlinkLeft")
    return -glb["accessors"][mesh["primitives"][0]["targets"][at]["POSITION"]]["min"][1]


@test
def morph_targets_of_a_file_close_the_lids_as_blend_shapes_do():
    """The targets of large eyes are scaled, of a body and of a roll-out: some of 40 young women have a longer way than others."""
    with posed() as p:
        def mesh(seed, **fields):
            reply = p.ask("POST", "/v1/models/person-female/mesh", {"random": seed, "age": 18, **fields})
            assert reply.status == 200, reply.body[:400]
            return reply

        ways = [lid_of(mesh(seed, format="glb", rig=True, face=True, wear="none").body) for seed in range(40)]
        assert max(ways) > 1.05 * min(ways), ways
        for seed in (0, 1, 2, 3, ways.index(max(ways))):
            rest, shut = (np.frombuffer(mesh(seed, format="bin", blend_shapes={"eyeBlinkLeft": w}).body, "<f4").reshape(-1, 3) for w in (0, 1))
            assert abs((rest - shut)[:, 1].max() - ways[seed]) < 2e-6, (seed, ways[seed])

        widest = ways.index(max(ways))
        betas = mesh(widest, include=["joints"]).json()["bodies"][0]["betas"]
        reply = p.ask("POST", "/v1/motions/rollout?format=glb", {"body": "person-female", "betas": betas, "seconds": 1, "face": True, "wear": "tee-jeans"})
        assert reply.status == 200, reply.body[:400]
        assert abs(lid_of(reply.body) - ways[widest]) < 2e-6, (lid_of(reply.body), ways[widest])


@test
def the_public_is_wider_and_age_counts():
    with posed() as p:
        spread = [np.std(np.divide(m[:, 1], m[:, 0] ** 2)) for m in (measured(p, 200, gender="female"), measured(p, 200, gender="female", population="public"))]
        assert spread[1] > 1.2 * spread[0], spread
        waists = [ask(p, "measure", gender="male", age=age)["bodies"][0]["navel_girth"] for age in (20, 40, 55)]
        assert waists == sorted(waists) and waists[2] - waists[0] > 0.05, waists


@test
def what_nobody_has_is_refused_with_place_value_and_range():
    with posed() as p:
        refused(p, "/height", "2.4 m; ", height=2.4)
        refused(p, "/weight", "allowed for women of the survey with the other values asked for", gender="female", height=1.6, weight=150)
        refused(p, "/age", "81; 17 to 80 allowed", age=81)
        refused(p, "/age", "16; 17 to 80 allowed", age=16)
        refused(p, "/percentile", "height:100; 0.1 to 99.9 allowed", percentile="height:100")
        refused(p, "/percentile", "height:0; 0.1 to 99.9 allowed", percentile="height:0")
        refused(p, "/percentile", "'hight' is not a measure of people; height, mass", percentile="hight:50")
        refused(p, "/percentile", "'height' is not NAME:NUMBER", percentile="height")
        refused(p, "/percentile", "height comes twice", percentile="height:5,height:6")
        refused(p, "/betas", "betas given together with random", betas=[1], random=1)
        refused(p, "/random", "-1; 0 to 999999 allowed", random=-1)
        refused(p, "/bodies/1/weight", "300 kg; ", bodies=[{"random": 1}, {"weight": 300}])
        refused(p, "/gender", "this model has no data of people", model="default", random=1, gender="male")
        refused(p, "/random", "given together with another field", random="N(0,1)", height=1.8)
        refused(p, "/bodies/1/percentile", "this model has no data of people", model="default", bodies=[{}, {"percentile": "height:50"}])


def xoshiro_normals(seed, count):
    """xoshiro256** (Blackman, Vigna 2018), seeded by splitmix64, 53 bits a uniform number, Box-Muller's cosine; clamped at 3.5."""
    mask = (1 << 64) - 1
    state = []
    for _ in range(4):
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = seed
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & mask
        state.append(z ^ (z >> 31))

    def rotl(x, k):
        return (x << k | x >> (64 - k)) & mask

    def uniform():
        result = rotl(state[1] * 5 & mask, 7) * 9 & mask
        t = state[1] << 17 & mask
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= t
        state[3] = rotl(state[3], 45)
        return (result >> 11) / 2**53

    drawn = []
    for _ in range(count):
        a, b = uniform(), uniform()
        drawn.append(np.sqrt(-2 * np.log(1 - a)) * np.cos(2 * np.pi * b))
    return np.clip(drawn, -3.5, 3.5)


@test
def random_without_people_and_the_normal_distribution_are_the_same_draws_on_every_model():
    with posed() as p:
        for model, random in (("default", 7), ("default", "N(0,1):7"), ("person", "N(0,1):7")):
            reply = p.ask("POST", f"/v1/models/{model}/joints", {"random": random})
            body = reply.json()["bodies"][0]
            assert body["random"] == "N(0,1):7" and "person" not in body, body
            assert np.allclose(body["betas"], xoshiro_normals(7, len(body["betas"])), rtol=1e-5, atol=1e-6), (body["betas"], xoshiro_normals(7, 3))
            told = p.ask("POST", f"/v1/models/{model}/measure", {"random": random}).json()
            assert told["people"][0] == {"betas": body["betas"], "random": "N(0,1):7"}, told["people"]
            by_betas = p.ask("POST", f"/v1/models/{model}/measure", {"betas": body["betas"]}).json()["bodies"][0]
            assert all(abs(by_betas[name] - value) < 1e-3 * max(1, abs(value)) for name, value in told["bodies"][0].items() if value is not None)


def tensors(path):
    """Names to float32 arrays of a safetensors file."""
    raw = open(path, "rb").read()
    size = int.from_bytes(raw[:8], "little")
    head = json.loads(raw[8 : 8 + size])
    found = {}
    for name, t in head.items():
        if name.startswith("hands."):
            first, last = t["data_offsets"]
            found[name] = np.frombuffer(raw[8 + size + first : 8 + size + last], "<f4").reshape(t["shape"])
    return found


@test
def hands_are_posed_by_coefficients_and_left_mirrors_right():
    hands = tensors(os.path.join(MODELS, "person.safetensors"))
    mean, components = hands["hands.left_mean"], hands["hands.left_components"]
    assert components.shape == (12, 45) and np.allclose(components @ components.T, np.eye(12), atol=1e-5)
    assert np.array_equal(hands["hands.right_components"], components * np.tile([1, -1, -1], 15).astype("f4"))
    with posed() as p:
        c = [0.8, -0.5, 0.3, 0.2]
        angles = (mean + np.array(c) @ components[:4]).tolist()
        skin = [np.array(ask(p, "mesh", left_hand_pose=hand, right_hand_pose=hand, **more)["bodies"][0]["vertices"]).reshape(-1, 3)
                for hand, more in ((c, {}), (angles, {"flat_hand_mean": True}))]
        # the second has the left hand's angles on the right one: only left hands are the same
        left = skin[0][:, 0] > 0.1
        assert np.abs(skin[0] - skin[1])[left].max() < 2e-6, np.abs(skin[0] - skin[1])[left].max()
        # every tenth vertex of the left fingers has one of the right fingers where the mirror says
        right = skin[0][skin[0][:, 0] < -0.7] * [-1, 1, 1]
        far = [np.abs(right - at).sum(1).min() for at in skin[0][skin[0][:, 0] > 0.72][::10]]
        assert len(far) > 100 and max(far) < 1e-5, (len(far), max(far))
        refused(p, "/left_hand_pose", "13 numbers; 1 to 12 allowed (the model's components)", left_hand_pose=[0] * 13)
        refused(p, "/right_hand_pose", "46 numbers; 45 expected", right_hand_pose=[0] * 46)


sys.exit(runner.run(tests, sys.argv[2:]))
