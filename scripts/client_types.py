#!/usr/bin/python3
"""The types of the HTTP interface in the clients, made from a daemon's /openapi.json.

    scripts/client_types.py build/posed           writes clients/js/fields.d.ts, clients/python/posed/fields.py and calls.py
    scripts/client_types.py build/posed --check   says which of them is stale; exit code 1 then

For each operation OPERATION there is the type OperationFields: the parameters of the query and the fields of the JSON body. For each schema of replies
there is a type of its name.
"""
import json
import keyword
import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MADE = "Made from /openapi.json by scripts/client_types.py; do not edit."
METHODS = ("get", "put", "post", "delete")


def interface(program):
    """/openapi.json of a daemon that has no model."""
    with tempfile.TemporaryDirectory() as folder:
        daemon = subprocess.Popen([program, "--config", "/dev/null", "--listen", "127.0.0.1:0", "--models-dir", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            for line in daemon.stdout:
                found = re.match(r"posed listening on (http://\S+)", line)
                if found:
                    with urllib.request.urlopen(found[1] + "/openapi.json", timeout=60) as reply:
                        return json.load(reply)
            raise SystemExit(f"{program}: ended without listening")
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.stdout.close()
            daemon.wait()


def pascal(name):
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name))


def operations(document):
    """Of each operation its name, its summary, its fields {name: schema} and those that must be there."""
    for path, methods in document["paths"].items():
        for method in METHODS:
            operation = methods.get(method)
            if not operation:
                continue
            fields, required = {}, set()
            for parameter in operation.get("parameters", []):
                if parameter["in"] != "query":
                    continue
                schema = parameter["schema"].get("contentSchema", parameter["schema"])  # contentSchema: an object, as JSON
                fields[parameter["name"]] = {**schema, "description": parameter.get("description", "")}
                required |= {parameter["name"]} if parameter.get("required") else set()
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            fields.update(body.get("properties", {}))
            required |= set(body.get("required", []))
            if fields:
                yield operation["operationId"], f"{operation['summary']}: {method.upper()} {path}.", fields, required


def alternatives(schema):
    return schema.get("oneOf") or schema.get("anyOf")


def is_numeric(schema):
    """Numbers, and lists of them, of any depth."""
    if alternatives(schema):
        return all(is_numeric(one) for one in alternatives(schema))
    return schema.get("type") in ("number", "integer") or (schema.get("type") == "array" and is_numeric(schema.get("items", {})))


def unique(items):
    return list(dict.fromkeys(items))


class TypeScript:
    """asked: types of a request, which take less than a reply gives: typed arrays, lists that are not changed."""

    def __init__(self, document):
        self.document, self.asked = document, False

    def type(self, schema, indent=""):
        if "$ref" in schema:
            return schema["$ref"].rsplit("/", 1)[1]
        if alternatives(schema):
            return " | ".join(unique(self.type(one, indent) for one in alternatives(schema)))
        if "enum" in schema:
            return " | ".join(json.dumps(value) for value in schema["enum"])
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(unique(self.type({**schema, "type": one}, indent) for one in kind))
        if kind == "array":
            item = self.type(schema.get("items", {}), indent)
            if self.asked:
                return f"ArrayLike<{item}>" if is_numeric(schema) else f"readonly ({item})[]" if "|" in item else f"readonly {item}[]"
            return f"({item})[]" if "|" in item else f"{item}[]"
        if kind == "object" or "properties" in schema:
            return self.object(schema, indent)
        return {"number": "number", "integer": "number", "string": "string", "boolean": "boolean", "null": "null"}.get(kind, "unknown")

    def object(self, schema, indent):
        if schema.get("properties"):
            return "{\n" + self.members(schema["properties"], set(schema.get("required", [])), indent + "  ") + indent + "}"
        more = schema.get("additionalProperties")
        item = self.type(more, indent) if isinstance(more, dict) else "unknown"
        return f"{{ {'readonly ' if self.asked else ''}[name: string]: {item} }}"

    def members(self, fields, required, indent):
        out = ""
        for name, schema in fields.items():
            if schema.get("description"):
                out += f"{indent}/** {schema['description'].replace('*/', '* /')} */\n"
            out += f"{indent}{name if re.fullmatch('[A-Za-z_][A-Za-z0-9_]*', name) else json.dumps(name)}{'' if name in required else '?'}: {self.type(schema, indent)};\n"
        return out

    def text(self):
        out = f"// {MADE}\n\n// -- what is asked: the parameters of the query and the fields of the JSON body\n"
        self.asked = True
        for name, summary, fields, required in operations(self.document):
            out += f"\n/** {summary} */\nexport interface {pascal(name)}Fields {{\n{self.members(fields, required, '  ')}}}\n"
        self.asked = False
        out += "\n// -- what replies hold\n"
        for name, schema in self.document["components"]["schemas"].items():
            comment = f"\n/** {schema['description']} */" if schema.get("description") else ""
            if schema.get("properties"):
                out += f"{comment}\nexport interface {name} {{\n{self.members(schema['properties'], set(schema.get('required', [])), '  ')}}}\n"
            else:
                out += f"{comment}\nexport type {name} = {self.type(schema)};\n"
        return out


class Python:
    def __init__(self, document):
        self.document, self.asked, self.before = document, False, []

    def type(self, schema, name):
        if "$ref" in schema:
            return f'"{schema["$ref"].rsplit("/", 1)[1]}"'
        if self.asked and schema.get("type") == "array" and is_numeric(schema):
            return "Numbers"
        if alternatives(schema):
            kinds = unique(self.type(one, f"{name}{i + 1 if i else ''}") for i, one in enumerate(alternatives(schema)))
            return kinds[0] if len(kinds) == 1 else f"Union[{', '.join(kinds)}]"
        if "enum" in schema:
            return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
        kind = schema.get("type")
        if isinstance(kind, list):
            return f"Union[{', '.join(unique(self.type({**schema, 'type': one}, name) for one in kind))}]"
        if kind == "array":
            return f"{'Sequence' if self.asked else 'List'}[{self.type(schema.get('items', {}), name)}]"
        if schema.get("properties"):
            self.before.append(self.dictionary(name, schema.get("description", ""), schema["properties"], set() if self.asked else set(schema.get("required", []))))
            return f'"{name}"'
        if kind == "object":
            more = schema.get("additionalProperties")
            return f"{'Mapping' if self.asked else 'Dict'}[str, {self.type(more, name) if isinstance(more, dict) else 'object'}]"
        return {"number": "float", "integer": "int", "string": "str", "boolean": "bool", "null": "None"}.get(kind, "object")

    def dictionary(self, name, doc, fields, required):
        """A TypedDict; names that are words of Python are members of a base that is written as a call."""
        kinds = {field: self.type(schema, name + pascal(field)) for field, schema in fields.items()}
        words = [field for field in fields if keyword.iskeyword(field) or not field.isidentifier()]
        bases, out = [], ""
        if words:
            bases.append(f"_{name}Words")
            members = ", ".join(json.dumps(word) + ": " + json.dumps(kinds[word].replace('"', "")) for word in words)
            out += f'_{name}Words = TypedDict("_{name}Words", {{{members}}}, total=False)\n\n\n'
        needed = [field for field in fields if field in required and field not in words]
        others = [field for field in fields if field not in required and field not in words]
        if needed and others:
            bases.append(f"_{name}Always")
            out += f"class _{name}Always(TypedDict):\n{self.members(needed, fields, kinds)}\n\n"
        total = not others
        shown = needed if total else others
        head = ", ".join(bases or ["TypedDict"])
        out += f"class {name}({head}{'' if total else ', total=False'}):\n"
        if doc:
            out += textwrap.fill(doc.replace("\\", "\\\\").replace('"""', "'''"), 150, initial_indent='    """', subsequent_indent="    ") + '"""\n'
        return out + (self.members(shown, fields, kinds) or ("" if doc else "    pass\n"))

    @staticmethod
    def members(names, fields, kinds):
        out = ""
        for name in names:
            if fields[name].get("description"):
                out += textwrap.fill(fields[name]["description"], 150, initial_indent="    # ", subsequent_indent="    # ") + "\n"
            out += f"    {name}: {kinds[name]}\n"
        return out

    def text(self):
        out = f'''"""Types of the HTTP interface: what is asked, and what replies hold. {MADE}"""
from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Literal, Mapping, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from ._arrays import Numbers

# -- what is asked: the parameters of the query and the fields of the JSON body
'''
        self.asked = True
        parts, aliases = [], []
        for name, summary, fields, _ in operations(self.document):
            parts.append(self.dictionary(pascal(name) + "Fields", summary, fields, set()))
            out, parts, self.before = out + "".join(f"\n\n{part}" for part in self.before + parts), [], []
        self.asked = False
        out += "\n\n# -- what replies hold\n"
        for name, schema in self.document["components"]["schemas"].items():
            if schema.get("properties"):
                part = self.dictionary(name, schema.get("description", ""), schema["properties"], set(schema.get("required", [])))
                out, self.before = out + "".join(f"\n\n{one}" for one in self.before + [part]), []
            else:
                kind = self.type(schema, name)
                out, self.before = out + "".join(f"\n\n{one}" for one in self.before), []
                aliases.append(f"{name} = {kind}\n" if kind[0] != '"' else f"{name} = {kind.strip(chr(34))}\n")
        return out + "\n\n" + "".join(aliases)


# The methods of Python's Client, one row each. name: name of the method. operation: operation of the interface. lead: parameters before the fields.
# without: fields that are not parameters. gives: type of the result. code: expression of the result. doc: beginning of the docstring. kept: parameters
# of lead that are fields. overloads: (parameters, field that must be given or None, type of the result).
INCLUDE = 'include: Sequence[Literal["vertices", "joints", "normals", "faces"]] = ("vertices", "faces")'
ID = 'id: str = "default"'
CALLS = (
    dict(name="mesh", operation="makeMeshes", lead=f"{ID}, {INCLUDE}", without={"bodies", "format", "include"}, gives="Mesh",
         code="self._meshes(id, [{}], include, fields)[0]",
         doc="Makes one body and returns its Mesh. Arrays that `include` does not name are None.\n\n"
             "        id (str): id of the body model.\n"
             '        include (sequence of str): arrays of the mesh: "vertices", "joints", "normals", "faces".'),
    dict(name="meshes", operation="makeMeshes", lead=f"id: str, bodies: Sequence[fields_of.MakeMeshesFieldsBodies], {INCLUDE}", without={"bodies", "format", "include"}, gives="List[Mesh]",
         code="self._meshes(id, bodies, include, fields)",
         doc="Makes several bodies in one request and returns one Mesh for each.\n\n"
             "        id (str): id of the body model.\n"
             "        bodies (sequence of dict): fields of each body. A field that a body lacks has the value of the keyword parameter of this name.\n"
             '        include (sequence of str): arrays of the mesh: "vertices", "joints", "normals", "faces".'),
    dict(name="glb", operation="makeMeshes", lead=ID, without={"bodies", "format", "include"}, gives="bytes",
         code='self.data("POST", path_of("models", id, "mesh"), dict(fields, format="glb"))',
         doc="Makes one body and returns it as the bytes of a GLB file.\n\n"
             "        id (str): id of the body model."),
    dict(name="joints", operation="makeJoints", lead=ID, without={"bodies", "format"}, gives="Floats",
         code="self._joints(id, fields)",
         doc="Returns the joint positions of one posed body, (K, 3) float32, in metres unless `frame` names another unit.\n\n"
             "        id (str): id of the body model."),
    dict(name="measure", operation="measureBodies", lead=ID, without={"bodies"}, gives="fields_of.Measurements",
         code='cast("fields_of.Measured", self.json("POST", path_of("models", id, "measure"), fields))["bodies"][0]',
         doc="Measures one body and returns its height, mass, girths and lengths in metres and kilograms.\n\n"
             "        id (str): id of the body model."),
    dict(name="fit", operation="fitMeasurements", lead=ID, without=set(), gives="fields_of.Fit",
         overloads=((ID, "measurements", "fields_of.MeasuredFit"), (ID, "observations", "fields_of.ObservedFit")),
         code='cast("fields_of.MeasuredFit", self.json("POST", path_of("models", id, "fit"), fields))',
         doc='Fits a body to measurements, as in fit(measurements={"height": 1.8}), or to observations. Returns a dict with betas, status and residuals.\n\n'
             "        id (str): id of the body model."),
    dict(name="ik", operation="solveIk", lead="targets: Optional[Sequence[fields_of.SolveIkFieldsTargets]] = None", without={"targets"}, gives="fields_of.Ik", kept=("targets",),
         overloads=(("targets: Optional[Sequence[fields_of.SolveIkFieldsTargets]] = None", "problems", "fields_of.Solutions"), ("targets: Optional[Sequence[fields_of.SolveIkFieldsTargets]] = None", None, "fields_of.Solution")),
         code='cast("fields_of.Solution", self.json("POST", "/v1/ik/solve", fields))',
         doc="Solves inverse kinematics. Returns a dict with status, pose (with quaternions), joints and targets.\n"
             "        With `problems`, it returns a dict whose list `solutions` has one such dict for each problem.\n\n"
             '        targets (sequence of dict): goals, such as {"joint": "left_hand", "position": [0.4, 0.3, 0.4]} in metres.'),
    dict(name="rollout", operation="rolloutMotion", lead='format: str = "json"', without={"format"}, gives='Union[fields_of.Motion, Dict[str, "AnyArray"], bytes]',
         overloads=(('format: Literal["json"] = "json"', None, "fields_of.Motion"), ('format: Literal["npz"]', None, 'Dict[str, "AnyArray"]'), ('format: Literal["glb", "bvh", "vrma", "measure"]', None, "bytes")),
         code="self._rollout(format, fields)",
         doc="Makes a motion of a character and returns it.\n\n"
             '        format (str): "json" returns a dict; "npz" a dict of arrays, or the bytes of the file without numpy; "glb", "bvh", "vrma" and "measure" return bytes.'),
    dict(name="put_skeleton", operation="putSkeleton", lead="id: str", without=set(), gives="fields_of.Skeleton",
         code='cast("fields_of.Skeleton", self.json("PUT", path_of("skeletons", id), fields))',
         doc='Uploads a skeleton and returns its description. A file is uploaded by request("PUT", path, data, type=...).\n\n'
             "        id (str): id under which the skeleton is stored."),
    dict(name="put_scene", operation="putScene", lead="id: str", without={"cell", "scale", "columns", "x", "z"}, gives="fields_of.Scene",
         code='cast("fields_of.Scene", self.json("PUT", path_of("scenes", id), fields))',
         doc="Uploads a scene for streams and roll-outs: ground, walls, areas and seats. Returns the scene.\n\n"
             "        id (str): id under which the scene is stored."),
    dict(name="put_character", operation="putCharacter", lead="id: str, data: bytes", without=set(), gives="fields_of.Character",
         code='cast("fields_of.Character", self.json("PUT", path_of("characters", id, query=fields), data, type="model/gltf-binary"))',
         doc="Uploads a rigged character and returns its description. Stream.spawn(character=id) and rollout(character=id) animate it.\n\n"
             "        id (str): id under which the character is stored.\n"
             "        data (bytes): a .glb or .vrm file with a skeleton."),
    dict(name="clip", operation="makeCharacterClip", lead="id: str, data: bytes, type: Optional[str] = None", without=set(), gives="bytes",
         code='self.data("POST", path_of("characters", id, "clip", query=fields), data, type=type or type_of(data))',
         doc="Puts a motion on an uploaded character. Returns the bytes of the character's file with this motion as its first animation.\n\n"
             "        id (str): id of the uploaded character.\n"
             "        data (bytes): a motion: BVH, npz, GLB, or an ASF file followed by its AMC file.\n"
             "        type (str or None): media type of `data`. If it is None, BVH, npz and GLB are detected; other files raise ValueError."),
    dict(name="rig", operation="rigMesh", lead="data: bytes, type: Optional[str] = None", without={"format"}, gives="bytes",
         code='self.data("POST", path_of("rig", query=dict(fields, format="glb")), data, type=type or type_of(data))',
         doc="Adds a skeleton and skin weights to a mesh that has none. Returns the bytes of a GLB file.\n\n"
             "        data (bytes): a GLB, OBJ or PLY file.\n"
             "        type (str or None): media type of `data`. If it is None, GLB and PLY are detected; other files raise ValueError."),
    dict(name="rig_report", operation="rigMesh", lead="data: bytes, type: Optional[str] = None", without={"format"}, gives="fields_of.Rig",
         code='cast("fields_of.Rig", self.json("POST", path_of("rig", query=dict(fields, format="json")), data, type=type or type_of(data)))',
         doc="Rigs a mesh as `rig` does. Returns a report with the confidence of each joint, the repairs, and the GLB file in base64.\n\n"
             "        data (bytes): a GLB, OBJ or PLY file.\n"
             "        type (str or None): media type of `data`. If it is None, GLB and PLY are detected; other files raise ValueError."),
    dict(name="create_job", operation="createJob", lead="", without=set(), gives="fields_of.Job",
         code='cast("fields_of.Job", self.json("POST", "/v1/jobs", fields))',
         doc="Starts a job that fits a body model to a take in the background. Returns the job; job(id) returns its progress."),
    dict(name="create_job_of", operation="createJob", lead="data: bytes", without={"kind", "rate", "people", "crowd"}, gives="fields_of.Job",
         code='cast("fields_of.Job", self.json("POST", path_of("jobs", query=fields), data, type="application/octet-stream"))',
         doc="Starts a job that fits a body model to a file of markers in the background. Returns the job; job(id) returns its progress.\n\n"
             "        data (bytes): a C3D or TRC file, or a table of Motive, Nexus or Qualisys."),
)


def client(document):
    """Python's Client: a method for each row of CALLS, whose parameters are the fields of the operation."""
    types = Python(document)
    types.asked = True
    all_fields = {name: (summary, fields) for name, summary, fields, _ in operations(document)}
    out = f'''"""Client of the HTTP interface. {MADE}"""
from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Literal, Mapping, Optional, Sequence, Union, cast, overload

from . import fields as fields_of
from .client import BaseClient, Mesh, given, path_of, type_of

if TYPE_CHECKING:
    from ._arrays import AnyArray, Floats, Numbers


class Client(BaseClient):
    """Client of the HTTP interface of a posed daemon.

    Parameters that are None are not sent; the server then uses its default. Every method raises PosedError if the server replies with an error status,
    and urllib.error.URLError if the server cannot be reached.

    base (str): URL of the daemon.
    key (str or None): API key. Needed if the daemon requires keys.
    timeout (float): seconds without data from the server after which a request fails.
    """
'''
    for call in CALLS:
        summary, fields = all_fields[call["operation"]]
        kinds = {}
        for name, schema in fields.items():
            if name in call["without"]:
                continue
            kind = types.type(schema, pascal(call["operation"]) + "Fields" + pascal(name))
            kinds[name] = re.sub(r'"(\w+)"', lambda found: f"fields_of.{found[1]}" if found[1][:1].isupper() else found[0], kind)
        shown = {name: name + ("_" if keyword.iskeyword(name) else "") for name in kinds}
        needs = {needed for _, needed, _ in call.get("overloads", ())}
        for lead, needed, gives in call.get("overloads", ()):
            kinds_here = {field: kind for field, kind in kinds.items() if field == needed or field not in needs}
            out += f"\n    @overload\n{signature(call['name'], lead, kinds_here, shown, needed, gives)} ...\n"
        names = [part.split(":")[0].strip() for part in re.findall(r"(\w+): ", call["lead"])]
        sent = [name for name in names if name not in call.get("kept", ())]
        out += "\n" + signature(call["name"], call["lead"], kinds, shown, None, call["gives"])
        out += f'\n        """{call["doc"]}\n\n        The keyword parameters are fields of the request. The comments of fields.{pascal(call["operation"])}Fields describe each of them.\n'
        out += f'        {summary}\n        """\n        fields = given(locals(), {tuple(["self", *sent])!r})\n        return {call["code"]}\n'
    return out


def signature(name, lead, kinds, shown, needed, gives):
    parts = [", ".join(["self"] + ([lead] if lead else []) + ["*"])]
    parts += [f"{shown[field]}: {kind}" if field == needed else f"{shown[field]}: Optional[{kind}] = None" for field, kind in kinds.items()]
    gap = ",\n" + " " * 12
    return f"    def {name}({gap[1:]}{gap.join(parts)}) -> {gives}:"


def main():
    program, check = sys.argv[1], "--check" in sys.argv[2:]
    document, stale = interface(program), False
    for path, text in (("clients/js/fields.d.ts", TypeScript(document).text()), ("clients/python/posed/fields.py", Python(document).text()), ("clients/python/posed/calls.py", client(document))):
        full = os.path.join(ROOT, path)
        if not check:
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
        elif not os.path.exists(full) or open(full, encoding="utf-8").read() != text:
            print(f"{path} is stale: run scripts/client_types.py build/posed")
            stale = True
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
