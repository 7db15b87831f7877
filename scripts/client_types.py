#!/usr/bin/python3
"""The types of the HTTP interface in the clients, made from a daemon's /openapi.json.

    scripts/client_types.py build/posed           writes clients/js/fields.d.ts and clients/python/posed/fields.py
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
                fields[parameter["name"]] = {**parameter["schema"], "description": parameter.get("description", "")}
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
            out += f"_{name}Words = TypedDict(\"_{name}Words\", {{{', '.join(f'{word!r}: {kinds[word]!r}' for word in words)}}}, total=False)\n\n\n"
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


def main():
    program, check = sys.argv[1], "--check" in sys.argv[2:]
    document, stale = interface(program), False
    for path, text in (("clients/js/fields.d.ts", TypeScript(document).text()), ("clients/python/posed/fields.py", Python(document).text())):
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
