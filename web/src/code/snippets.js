// Writes a request as code for curl, JavaScript, Python and C.

/** Returns a JSON value as a Python expression. */
export function python(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value)
      .map(([k, v]) => `${JSON.stringify(k)}: ${python(v)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}

/** Returns a text in single quotes for the shell. */
export const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
/** Returns a value as JSON. Strings of JSON are valid in C, JavaScript and Python. */
export const literal = JSON.stringify;

/** Returns the request for curl. */
function curl({ method, url, headers, json, file, saved }) {
  const hasBody = json !== undefined || file;
  const isPlain = method === (hasBody ? "POST" : "GET");
  const words = ["curl"];
  if (!isPlain) words.push("-X", method);
  if (saved) words.push("-o", saved);
  words.push(shell(url));
  for (const [name, value] of Object.entries(headers)) words.push("-H", shell(`${name}: ${value}`));
  if (json !== undefined) words.push("-d", shell(literal(json)));
  if (file) words.push("--data-binary", `@${file}`);
  return words.join(" ");
}

/** Returns the request for JavaScript. */
function javascript({ method, url, headers, json, file, saved }) {
  const options = [];
  if (method !== "GET") options.push(`method: ${literal(method)}`);
  if (Object.keys(headers).length) options.push(`headers: ${literal(headers)}`);
  if (json !== undefined) options.push(`body: JSON.stringify(${literal(json)})`);
  if (file) options.push("body: file");
  const rest = options.length ? `, {\n${options.map((line) => `  ${line},\n`).join("")}}` : "";
  return [
    file ? "// file: a File or an ArrayBuffer" : null,
    `const reply = await fetch(${literal(url)}${rest});`,
    "if (!reply.ok) throw new Error((await reply.json()).detail);",
    saved ? "const bytes = await reply.arrayBuffer();" : "const found = await reply.json();",
  ]
    .filter(Boolean)
    .join("\n");
}

/** Returns the request for Python's standard library. */
function pythonCode({ method, url, headers, json, file, saved }) {
  const data = json !== undefined ? `json.dumps(${python(json)}).encode()` : file ? `open(${literal(file)}, "rb").read()` : "None";
  const imports = json !== undefined || !saved ? "import json\nimport urllib.request" : "import urllib.request";
  const lines = [imports, "", `request = urllib.request.Request(${literal(url)}, ${data}, ${literal(headers)}, method=${literal(method)})`];
  lines.push(
    saved
      ? `open(${literal(saved)}, "wb").write(urllib.request.urlopen(request).read())`
      : "found = json.load(urllib.request.urlopen(request))",
  );
  return lines.join("\n");
}

/** Returns the request for C with libcurl. */
function c({ method, url, headers, json, file, saved }) {
  const lines = [
    "#include <curl/curl.h> /* cc ask.c -lcurl */",
    "#include <stdio.h>",
    "",
    "int main(void)",
    "{",
    "    CURL *curl = curl_easy_init();",
    "    struct curl_slist *heads = NULL;",
  ];
  if (file) lines.push(`    FILE *body = fopen(${literal(file)}, "rb");`);
  if (saved) lines.push(`    FILE *out = fopen(${literal(saved)}, "wb");`);
  lines.push(`    curl_easy_setopt(curl, CURLOPT_URL, ${literal(url)});`);
  for (const [name, value] of Object.entries(headers)) lines.push(`    heads = curl_slist_append(heads, ${literal(`${name}: ${value}`)});`);
  lines.push("    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, heads);");
  if (json !== undefined) lines.push(`    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, ${literal(literal(json))});`);
  if (file) lines.push("    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);", "    curl_easy_setopt(curl, CURLOPT_READDATA, body);");
  if (method !== (json !== undefined ? "POST" : file ? "PUT" : "GET"))
    lines.push(`    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, ${literal(method)});`);
  lines.push("    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);");
  if (saved) lines.push("    curl_easy_setopt(curl, CURLOPT_WRITEDATA, out);");
  lines.push("    CURLcode code = curl_easy_perform(curl);", '    if (code) fprintf(stderr, "%s\\n", curl_easy_strerror(code));');
  if (saved) lines.push("    fclose(out);");
  if (file) lines.push("    fclose(body);");
  lines.push("    curl_slist_free_all(heads);", "    curl_easy_cleanup(curl);", "    return code != 0;", "}");
  return lines.join("\n");
}

/**
 * Functions that return the code of a request {method, url, headers, json, file, saved}, by language. json: value of the body; file: name
 * of a file that is the body; saved: name of the file for a reply that is not JSON.
 */
export const LANGUAGES = { curl, JavaScript: javascript, Python: pythonCode, C: c };
