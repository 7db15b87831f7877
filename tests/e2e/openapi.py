"""/openapi.json against the daemon it describes: every route is asked with its own example, and what it answers is held to its schema.

openapi.py POSED MODELS           checks
openapi.py POSED MODELS --write   writes api/docs/examples.c anew: the replies, lists cut to their first elements
openapi.py POSED MODELS --save F  writes the document, for others' linters (openapi_lint.sh)
"""
import json
import os
import re
import subprocess
import sys
import time
import tempfile
import urllib.error
import urllib.request

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import face_points  # noqa: E402
from animal_glb import animal  # noqa: E402
from garment_glb import garment, tube  # noqa: E402
from person_glb import person  # noqa: E402

CUT, DEEP = 2, 1  # elements that examples keep of a list, and of lists within lists


class Daemon:
    """posed on a port of its own."""

    def __init__(self, program, models):
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([program, "--listen", "127.0.0.1:0", "--models-dir", models], stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.url = self.process.stdout.readline().split()[-1]

    def ask(self, method, path, body=None):
        """Status, content type, headers, bytes."""
        is_file = isinstance(body, bytes)
        request = urllib.request.Request(self.url + path, method=method, data=body if body is None or is_file else json.dumps(body).encode())
        if body is not None:
            kind = "application/json" if not is_file else "application/x-ply" if body.startswith(b"ply") else "model/gltf-binary"
            request.add_header("Content-Type", kind)
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return reply.status, (reply.headers["Content-Type"] or "").split(";")[0], reply.headers, reply.read()
        except urllib.error.HTTPError as reply:
            return reply.code, (reply.headers["Content-Type"] or "").split(";")[0], reply.headers, reply.read()

    def end(self):
        self.process.terminate()
        return self.process.wait(30)

OF_TOKENS = ("getResource", "getMcpResource")  # answered only with access.jwt_issuer; tests/e2e/tokens.sh asks for them
DOCUMENTS = ("getOpenapi", "getAsyncapi")  # whose replies are too long for an example


def strict(schema):
    """The same schema that refuses members that it does not name: what the daemon sends and nobody wrote down is found."""
    if isinstance(schema, list):
        return [strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: strict(value) for key, value in schema.items() if key not in ("example", "examples")}
    if out.get("type") == "object" and isinstance(out.get("properties"), dict):
        out.setdefault("additionalProperties", False)
    return out


def validator(schema, components):
    return jsonschema.Draft202012Validator({**strict(schema), "components": {"schemas": strict(components)}})


def told(errors):
    return "; ".join(f"/{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in list(errors)[:3])


def operations(document):
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method.upper(), operation


def request_of(path, operation, daemon):
    """The path with its query and the body of an operation's own examples; files are asked of the daemon or made here."""
    query = []
    for parameter in operation["parameters"]:
        if "example" not in parameter:
            continue
        value = parameter["example"]
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", value)
        else:
            text = ",".join(map(str, value)) if isinstance(value, list) else json.dumps(value) if not isinstance(value, str) else value
            query.append(f"{parameter['name']}={text}")
    content = operation.get("requestBody", {}).get("content", {})
    body = content.get("application/json", {}).get("example")
    if "application/json" not in content and "model/gltf-binary" in content:
        body = daemon.ask("GET", "/v1/models/default/mesh?format=ply")[3] if operation["operationId"] == "rigMesh" else person()
    if operation["operationId"] == "putGarment":
        body = garment(*tube(-0.35, 0.1, 0.24, 0.17, ahead=-0.01))
    if operation["operationId"] == "putClip":
        script = {"seconds": 1, "body": "none", "script": [{"t": 0, "move": [0, 1]}]}
        body = daemon.ask("POST", "/v1/motions/rollout?format=glb", script)[3]
    if operation["operationId"] == "makeCharacterClip":
        body = animal(walks=True)
        daemon.ask("PUT", path.removesuffix("/clip") + "?template=quadruped", animal())
    if operation["operationId"] == "findFace":
        body = {"pictures": [face_points.of_daemon(daemon.ask, random=7)], "random": 39}
    if operation["operationId"] == "makeCharacterFace":
        woman = "/v1/models/person-female/mesh?format=glb&rig=true&profile=three&morphs=none&wear=tee-jeans"
        daemon.ask("PUT", path.removesuffix("/face"), daemon.ask("GET", woman)[3])
    return path, query, body


def in_order(document):
    """What is put is there when it is asked for, and deleted at last; else the document's order."""
    return sorted(operations(document), key=lambda one: {"PUT": 0, "DELETE": 2}.get(one[1], 1))


# a job's name is the daemon's choice: the examples' stands for the one that was made
EXAMPLE_JOB = "5f3a9c"
JOB = {"id": EXAMPLE_JOB}
# so is an avatar's id
EXAMPLE_AVATAR = "a0123456789abcdef0123456"
AVATAR = {"id": EXAMPLE_AVATAR}


def with_job(path):
    return path.replace("/v1/jobs/" + EXAMPLE_JOB, "/v1/jobs/" + JOB["id"]).replace(EXAMPLE_AVATAR, AVATAR["id"])


def note_job(daemon, name, data):
    """Remembers the job that was made, and waits until it is done: as long as it goes on, for it gets what a busy machine leaves."""
    if name == "createAvatar":
        AVATAR["id"] = json.loads(data).get("id", EXAMPLE_AVATAR)
    if name != "createJob":
        return
    JOB["id"] = json.loads(data).get("id", EXAMPLE_JOB)
    before, stood = None, 0
    while stood < 6000:
        now = json.loads(daemon.ask("GET", "/v1/jobs/" + JOB["id"])[3])
        if now.get("status") not in ("queued", "running"):
            return
        stood = stood + 1 if now == before else 0
        before = now
        time.sleep(0.05)
    raise AssertionError(("no progress", before))


def checks(document, daemon):
    """Yields a sentence and what is wrong with it, "" when nothing is."""
    components = document["components"]["schemas"]
    names = [operation["operationId"] for _, _, operation in operations(document)]
    yield "every operation has a name of its own, that starts with a verb", "" if len(set(names)) == len(names) and all(re.fullmatch("(get|list|find|make|measure|fit|put|delete|solve|rollout|reload|open|create|rig|draw|call|cast|order)[A-Z][A-Za-z]+", n) for n in names) else " ".join(names)
    for path, method, operation in in_order(document):
        if operation["operationId"] in OF_TOKENS:
            continue
        name = operation["operationId"]
        path, query, body = request_of(path, operation, daemon)
        good = [status for status in operation["responses"] if status.startswith("2")]
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content:
            yield f"{name}: the example is as its schema says", told(validator(content["schema"], components).iter_errors(content["example"]))
        for parameter in operation["parameters"]:
            if "example" in parameter:
                yield f"{name}: {parameter['name']} of the example is as its schema says", told(validator(parameter["schema"], components).iter_errors(parameter["example"]))
        if path.startswith("/v1/rooms/"):  # of a room on the stream, which tests/e2e/rooms.py has
            status, _, _, data = daemon.ask(method, path, body)
            yield f"{name}: without the room it is not found", "" if status == 404 else f"{status} {data[:300]}"
            continue
        if not good:
            yield f"{name}: by plain HTTP it is refused as the document says", "" if str(daemon.ask(method, path)[0]) in operation["responses"] else str(daemon.ask(method, path)[0])
            continue
        path = with_job(path)
        asks = [query]
        if any(part.startswith("format=") for part in query):  # a file; and as JSON
            asks.append([part for part in query if not part.startswith("format=")])
        for ask in asks:
            status, kind, _, data = daemon.ask(method, path + ("?" + "&".join(ask) if ask else ""), body)
            note_job(daemon, name, data)
            answer = operation["responses"].get(str(status), {})
            problem = "" if str(status) in good else f"{status} {data[:300]}"
            types = answer.get("content", {})
            if not problem and (kind not in types if types else data):
                problem = f"{kind or 'bytes'}, not one of {list(types)}"
            yield f"{name}: the example is answered{' as a file' if kind != 'application/json' and 'application/json' in types else ''} as the document says", problem
            if problem or kind != "application/json":
                continue
            schema = types[kind]["schema"]
            yield f"{name}: the schema says something", "" if "$ref" in schema and schema != {"type": "object"} else str(schema)
            reply = json.loads(data)
            yield f"{name}: the reply is as its schema says, with no member more", told(validator(schema, components).iter_errors(reply))
            if "example" in types[kind]:
                example = types[kind]["example"]
                yield f"{name}: the example of a reply is as its schema says", told(validator(schema, components).iter_errors(example))
                yield f"{name}: and has the members of the reply", same_members(example, reply)
            elif name not in DOCUMENTS:
                yield f"{name}: it has an example of a reply", "none; tests/e2e/openapi.sh --write"


def same_members(example, reply, at=""):
    """The first place where an example has other members than the reply that it stands for."""
    if isinstance(example, dict) and isinstance(reply, dict):
        if set(example) != set(reply):
            return f"{at}: {sorted(set(example) ^ set(reply))}"
        return next((wrong for key in example if (wrong := same_members(example[key], reply[key], f"{at}/{key}"))), "")
    if isinstance(example, list) and isinstance(reply, list):
        return next((wrong for i, (a, b) in enumerate(zip(example, reply)) if (wrong := same_members(a, b, f"{at}/{i}"))), "")
    return "" if type(example) is type(reply) or {type(example), type(reply)} <= {int, float} else f"{at}: {example!r}, {reply!r}"


def more_checks(document, daemon):
    """Replies of other shapes than those of the examples."""
    components = document["components"]["schemas"]

    def reply_is(name, method, path, body=None, status=200):
        code, kind, _, data = daemon.ask(method, path, body)
        ref = {"$ref": f"#/components/schemas/{name}"}
        return (f"{method} {path}: {code} is {name}", told(validator(ref, components).iter_errors(json.loads(data))) if code == status else f"{code} {data[:300]}")

    models = json.loads(daemon.ask("GET", "/v1/models")[3])["models"]
    for model in models:
        yield reply_is("Model", "GET", f"/v1/models/{model['id']}")
        if model["kind"] in ("body", "motion"):
            yield reply_is("Skeleton", "GET", f"/v1/skeletons/{model['id']}")
    target = {"joint": "left_wrist", "position": [0.4, 0.3, 0.4]}
    yield reply_is("Bodies", "POST", "/v1/models/default/mesh", {"include": ["vertices", "joints", "normals", "faces"], "frame": "unreal", "digits": 3})
    yield reply_is("Ik", "POST", "/v1/ik/solve", {"problems": [{"targets": [target]}, {"targets": [{"joint": "tail", "position": [0, 0, 0]}]}]})
    yield reply_is("Solution", "POST", "/v1/ik/solve", {"targets": [{**target, "pole": [0, 0, -1], "orientation": [0, 0, 0, 1]}], "mesh": "glb", "limits": True})
    for solver in ("two_bone", "ccd", "fabrik", "transpose", "pinv", "dls", "optimize", "example"):
        yield reply_is("Solution", "POST", "/v1/ik/solve", {"targets": [target], "solver": solver})
    yield reply_is("Solution", "POST", "/v1/ik/solve", {"targets": [target], "move_root": True})
    yield reply_is("Fit", "POST", "/v1/models/default/fit", {"measurements": {"height": 1.5, "mass": 120}})
    yield reply_is("Fit", "POST", "/v1/models/default/fit", {"observations": {"joints": {"left_hip": [0.1, 0, 0], "left_knee": [0.1, -0.4, 0.1], "left_ankle": [0.1, -0.8, 0]}}, "mesh": "glb"})
    yield reply_is("Fit", "POST", "/v1/models/default/fit", {"observations": {"keypoints": {"set": "coco17", "points": {"left_hip": [520, 500], "right_hip": [480, 500], "left_shoulder": [540, 350], "right_shoulder": [460, 350], "nose": [500, 280]}}, "camera": {"width": 1000, "height": 900}}})
    yield reply_is("Problem", "GET", "/v1/models/defualt/mesh", status=404)
    yield from warned(daemon, target)
    yield reply_is("Problem", "GET", "/v1/models/default/mesh?beta=1", status=400)
    yield reply_is("Problem", "DELETE", "/healthz", status=405)
    yield reply_is("Scene", "PUT", "/v1/scenes/hill", {"ground": {"heights": [[0, 1], [0, 1]]}, "jumps": [{"at": [0, 1]}], "crouches": [{"at": [0, 1], "size": [1, 1]}], "beams": [{"from": [0, 0], "to": [0, 1]}], "seats": [{"at": [1, 1]}]}, 201)
    yield reply_is("Scene", "GET", "/v1/scenes/hill?heights=true")
    yield reply_is("SceneList", "GET", "/v1/scenes")


def warned(daemon, target):
    """Whatever takes betas says when they are out of the usual, and not when they are in it."""
    script = {"seconds": 0.1, "script": [{"t": 0}]}
    for method, path, body in (
        ("GET", "/v1/models/default/mesh?betas={}&include=joints", None),
        ("POST", "/v1/models/default/mesh", {"include": ["joints"]}),
        ("GET", "/v1/models/default/joints?betas={}", None),
        ("GET", "/v1/models/default/measure?betas={}", None),
        ("POST", "/v1/models/default/measure", {}),
        ("GET", "/v1/skeletons/default?betas={}", None),
        ("POST", "/v1/ik/solve", {"targets": [target]}),
        ("POST", "/v1/motions/rollout?format=npz", script),
    ):
        for beta, said in ((5, 0), (-5.5, 1)):
            status, _, headers, data = daemon.ask(method, path.format(f"0,{beta}"), body if body is None else {**body, "betas": [0, beta]})
            is_json = headers["Content-Type"].startswith("application/json")
            pointers = [one["pointer"] for one in json.loads(data).get("warnings", [])] if is_json else ["/betas/1"] * said
            header = headers["Posed-Warning"] or ""
            good = status == 200 and pointers == ["/betas/1"] * said and header.startswith("/betas/1: -5.5; -5 to 5" if said else "") and bool(header) == bool(said)
            yield f"{method} {path.split('?')[0]}: a beta of {beta} is {'warned of' if said else 'as usual'}", "" if good else f"{status} {pointers} {header}"
    headers = daemon.ask("GET", "/v1/models/default/mesh?betas=9&format=bin")[2]
    yield "a binary reply has the warning as a header", "" if (headers["Posed-Warning"] or "").startswith("/betas/0: 9;") else str(headers)


def cut(value, depth=0):
    if isinstance(value, list):
        if value and all(isinstance(v, (int, float)) for v in value) and len(value) <= 4:
            return value
        return [cut(v, depth + 1) for v in value[:DEEP if depth else CUT]]
    if isinstance(value, dict):
        return {key: cut(v, depth) for key, v in value.items()}
    return value[:100] + "..." if isinstance(value, str) and len(value) > 100 else value


def lasting(text):
    """What differs from one build, machine or run to the next stands for itself: the job made and how far it is, the commit, the kernels, a ticket."""
    text = text.replace(JOB["id"], EXAMPLE_JOB)
    text = re.sub(r'"status":"(queued|running)","progress":[0-9.e-]+', '"status":"queued","progress":0', text)
    text = re.sub(r'"commit":"[0-9a-f]+\+?"', '"commit":"5f3a9c0d1e2b"', text)
    text = re.sub(r'"kernels":"\w+"', '"kernels":"avx2"', text)
    return re.sub(r'"ticket":"[0-9a-f]+"', '"ticket":"' + "5f3a9c0d1e2b" * 4 + '"', text)


def write_examples(document, daemon):
    """api/docs/examples.c: a string a line of JSON."""
    rows = []
    for path, method, operation in in_order(document):
        path, query, body = request_of(path, operation, daemon)
        if operation["operationId"] in DOCUMENTS or not any(s.startswith("2") for s in operation["responses"]):
            continue
        query = [part for part in query if not part.startswith("format=")]
        status, kind, _, data = daemon.ask(method, with_job(path) + ("?" + "&".join(query) if query else ""), body)
        note_job(daemon, operation["operationId"], data)
        if kind == "application/json":
            text = lasting(json.dumps(cut(json.loads(data)), separators=(",", ":"), ensure_ascii=False))
            quoted = text.replace("\\", "\\\\").replace('"', '\\"')
            pieces = re.findall(r'(?:\\.|[^\\]){1,90}', quoted)
            rows.append(f'    {{"{operation["operationId"]}",\n' + "\n".join(f'     "{piece}"' for piece in pieces) + "},\n")
    file = os.path.join(HERE, "../../api/docs/examples.c")
    text = open(file).read()
    begin, end = text.index("[][2] = {\n") + len("[][2] = {\n"), text.index("};\n")
    open(file, "w").write(text[:begin] + "".join(rows) + text[end:])


def main():
    daemon = Daemon(sys.argv[1], sys.argv[2])
    failed = 0
    try:
        document = json.loads(daemon.ask("GET", "/openapi.json")[3])
        if sys.argv[3:4] == ["--write"]:
            write_examples(document, daemon)
            return 0
        if sys.argv[3:4] == ["--save"]:
            json.dump(document, open(sys.argv[4], "w"), indent=1)
            return 0
        for part in (checks(document, daemon), more_checks(document, daemon)):
            for sentence, wrong in part:
                print(f"ok - {sentence}" if not wrong else f"not ok - {sentence}: {wrong}")
                failed |= bool(wrong)
    finally:
        daemon.end()
    return failed


sys.exit(main())
