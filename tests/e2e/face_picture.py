"""Usage: face_picture.py BUILD MODELS [name...]: the person of pictures, from the landmarks of a face, over HTTP."""
import importlib.util
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(HERE)
import face_points  # noqa: E402
import runner  # noqa: E402

spec = importlib.util.spec_from_file_location("daemon", os.path.join(HERE, "posed.py"))
daemon = importlib.util.module_from_spec(spec)
spec.loader.exec_module(daemon)

BUILD, MODELS = sys.argv[1], sys.argv[2]
JSON = (("Content-Type", "application/json"),)
tests = []


def test(function):
    tests.append(function)
    return function


def start():
    return daemon.Posed(os.path.join(BUILD, "posed"), MODELS, only=("default", "person", "person-female"))


def picture(p, turn=0, **fields):
    def ask(method, path, body):
        reply = p.ask(method, path, json.dumps(body).encode(), JSON, timeout=120)
        assert reply.status == 200, reply.body[:400]
        return 0, 0, 0, reply.body

    return face_points.of_daemon(ask, turn=turn, **fields)


def find(p, pictures, model="person", status=200, **more):
    reply = p.ask("POST", f"/v1/models/{model}/face", json.dumps({"pictures": pictures, **more}).encode(), JSON, timeout=120)
    assert reply.status == status, (reply.status, reply.body[:600])
    return reply.json()


def shape(text):
    return {name: float(value) for name, value in (pair.split(":") for pair in text.split(",") if pair)}


@test
def the_person_of_a_seed_is_found():
    """of her own seed and age hardly anything changes, and sex is told"""
    with start() as p:
        found = find(p, [picture(p, random=7, gender="female", age=45)], random=7)
        assert found["sex"]["female"] > 0.5, found["sex"]
        assert abs(found["views"][0]["yaw"]) < 4 and found["views"][0]["rms"] < 0.001, found["views"]
        assert found["random"] == 7 and 18 <= found["age"] <= 80


@test
def a_changed_feature_is_found_and_gives_the_face_again():
    """a wide mouth is found as one, and the reply's fields make a person of whom the same is found"""
    with start() as p:
        plain = find(p, [picture(p, model="person-female", random=7, age=45)], model="person-female")
        wide = find(p, [picture(p, model="person-female", random=7, age=45, face_shape="mouth_width:2")], model="person-female")
        names = json.loads(p.ask("GET", "/v1/models/person-female").body)["feature_names"]
        at = len(plain["betas"]) - len(names) + names.index("mouth_width")
        assert wide["betas"][at] > plain["betas"][at] + 1, (plain["betas"][at], wide["betas"][at])
        fields = {"random": wide["random"], "age": wide["age"], "face_shape": wide["face_shape"]}
        again = find(p, [picture(p, model="person-female", **fields)], model="person-female")
        assert abs(again["betas"][at] - wide["betas"][at]) < 0.5, (again["betas"][at], wide["betas"][at])


@test
def several_pictures_are_accepted():
    with start() as p:
        found = find(p, [picture(p, random=7, turn=turn) for turn in (-0.3, 0, 0.3)])
        assert [round(v["yaw"] / 17) for v in found["views"]] == [-1, 0, 1], found["views"]


@test
def refusals_name_the_picture_in_words():
    with start() as p:
        good = picture(p, random=7)
        for pictures, words in (
            ([], "0 pictures"),
            ([{**good, "points": good["points"][:100]}], "100 rows"),
            ([{**good, "points": [None] * 468}], "0 landmarks of the face are seen"),
            ([{**good, "points": [[x / 20, y / 20] for x, y in good["points"]]}], "pixels high"),
            ([good, picture(p, random=7, turn=1.1)], "degrees to a side"),
            ([{"points": good["points"]}], "positive sizes"),
        ):
            reply = find(p, pictures, status=400)
            assert words in json.dumps(reply), (words, reply)
        assert "people" in json.dumps(find(p, [good], model="default", status=400))


if __name__ == "__main__":
    sys.exit(runner.run(tests, sys.argv[3:]))
