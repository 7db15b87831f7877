// Writes a session of the stream as a program for the shell, JavaScript, Python or C: it spawns the same characters, makes them do the same
// and reads their frames. LANGUAGES, at the end, describes the session.
import { literal, python, shell } from "./snippets.js";

// Longest scene that is written into the code, in bytes. A longer one is only named; the page has put it on the server.
const MOST = 8192;

// Characters with names for the code.
const numbered = ({ characters }) => characters.map((c, i) => ({ ...c, name: `person${i + 1}`, file: `person${i + 1}.glb` }));
// Address of a character's GLB file.
// Objects, as the blend shapes are, become JSON.
const meshUrl = (base, { model, fields }) => {
  const text = (value) => (typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : value);
  const query = Object.fromEntries(Object.entries({ format: "glb", ...fields }).map(([name, value]) => [name, text(value)]));
  return `${base}/v1/models/${model}/mesh?${new URLSearchParams(query).toString().replace(/%2C/g, ",")}`;
};
// Address of the stream.
const streamUrl = (base) => `${base.replace(/^http/, "ws")}/v1/stream`;
// The scene as JSON, or null where it is too long or there is none.
const sceneText = ({ scene }) => (scene?.body && literal(scene.body).length <= MOST ? literal(scene.body) : null);
// The note about a scene that is too long, or null.
const sceneLost = ({ scene, notes }) => (scene && !sceneText({ scene }) ? notes.scene : null);
/** Returns whether the server forgets a message unless it is repeated. */
const isHeld = ({ type }) => type === "input";
// A message as JSON; `start`: fields that come first.
const said = ({ type, ...fields }, start) => literal({ type, ...start, ...fields });
// Joins lines in lists of any depth; null is left out.
const lines = (...parts) =>
  parts
    .flat(Infinity)
    .filter((line) => line !== null && line !== undefined)
    .join("\n");

/** For each message, the arguments of the client's method: [those before the options, the options]. */
const ARGUMENTS = {
  input: (f) => [[], f],
  follow: ({ path, ...f }) => [[path], f],
  sit: ({ seat, ...f }) => [[seat], f],
  look: ({ at, ...f }) => [[at], f],
  reach: ({ joint, target, ...f }) => [[joint, target], f],
};

/** Returns the session for bash with curl and websocat. */
function shellCode(session) {
  const { base, key, scene, profile, notes } = session;
  const people = numbered(session);
  const bearer = key ? ` -H ${shell(`Authorization: Bearer ${key}`)}` : "";
  const sceneBody = sceneText(session);
  const ask = (url, more) => `curl -fsS${bearer} ${more}${shell(url)}`;
  return lines(
    "#!/bin/bash",
    `# ${notes.shell}`,
    "export LC_ALL=C # frames are bytes: in a multibyte locale, read would misread line ends",
    sceneBody && ask(`${base}/v1/scenes/${scene.id}`, `-X PUT -H 'Content-Type: application/json' -d ${shell(sceneBody)} `),
    sceneLost(session) && `# ${sceneLost(session)}`,
    people.map(({ glb, file }) => ask(meshUrl(base, glb), `-o ${file} `)),
    "",
    `coproc STREAM { websocat -t --protocol posed.v1${bearer} ${shell(streamUrl(base))}; }`,
    'exec 3<&"${STREAM[0]}" 4>&"${STREAM[1]}"',
    'say() { echo "$1" >&4; }',
    'spawn() { say "$1"; while read -r line <&3; do [[ $line == *\'"type":"error"\'* ]] && { echo "$line" >&2; exit 1; }; [[ $line =~ \'"type":"spawned"\'.*\'"id":\'([0-9]+) ]] && break; done; id=${BASH_REMATCH[1]}; }',
    "",
    `say ${shell(literal({ type: "join", ...(scene && { scene: scene.id }) }))}`,
    `say ${shell(literal({ type: "profile", ...profile, divisor: 60 }))}`,
    people.map(({ name, spawn, does }) => [
      `spawn ${shell(literal({ type: "spawn", ...spawn }))}; ${name}=$id`,
      does.filter((one) => !isHeld(one)).map((one) => `say ${doubled(one, name)}`),
    ]),
    "",
    `while true; do # ${notes.held}`,
    people.flatMap(({ name, does }) => does.filter(isHeld).map((one) => `  say ${doubled(one, name)}`)),
    '  read -r -t 1 line <&3 && [[ $line =~ \\{\\"type.* ]] && echo "${BASH_REMATCH[0]}"',
    "done",
  );
}

/** Returns a message in double quotes for the shell, with a variable as its id. */
const doubled = (message, name) =>
  `"${said(message, { id: 0 })
    .replace(/[\\"$`]/g, "\\$&")
    .replace('\\"id\\":0', `\\"id\\":$${name}`)}"`;

/** Returns the session for JavaScript. */
function javascript(session) {
  const { base, key, scene, profile, notes } = session;
  const people = numbered(session);
  const sceneBody = sceneText(session);
  const call = ({ type, ...fields }, name) => {
    const [first, options] = ARGUMENTS[type](fields);
    const rest = Object.keys(options).length ? [literal(options)] : [];
    return `${type === "input" ? "" : "await "}${name}.${type}(${[...first.map((v) => literal(v) ?? "null"), ...rest].join(", ")});`;
  };
  return lines(
    `// ${notes.javascript}`,
    'import { Posed } from "posed-client";',
    "",
    `const posed = new Posed(${literal(base)}${key ? `, { key: ${literal(key)} }` : ""});`,
    sceneBody && `await posed.putScene(${literal(scene.id)}, ${sceneBody});`,
    sceneLost(session) && `// ${sceneLost(session)}`,
    `// ${notes.bodies}`,
    people.map(({ name, glb }) => `const ${name}Glb = await posed.glb(${literal(glb.model)}, ${literal(glb.fields)});`),
    "",
    `const stream = posed.stream({ ${scene ? `scene: ${literal(scene.id)}, ` : ""}profile: ${literal(profile)} });`,
    "await stream.open();",
    people.map(({ name, spawn, does }) => [`const ${name} = await stream.spawn(${literal(spawn)});`, does.map((one) => call(one, name))]),
    "",
    "let second = 0;",
    'stream.on("frame", ({ time, characters }) => {',
    `  if (time < second + 1) return; // ${notes.second}`,
    "  second = time;",
    "  for (const { id, root, yaw } of characters) console.log(id, [...root], yaw);",
    "});",
  );
}

/** Returns the session for Python. */
function pythonCode(session) {
  const { base, key, scene, profile, notes } = session;
  const people = numbered(session);
  const sceneBody = sceneText(session);
  const named = (fields) => Object.entries(fields).map(([name, value]) => `${name}=${python(value)}`);
  const call = ({ type, ...fields }, name) => {
    const [first, options] = ARGUMENTS[type](fields);
    return `    ${name}.${type}(${[...first.map((v) => python(v ?? null)), ...named(options)].join(", ")})`;
  };
  return lines(
    `# ${notes.python}`,
    "import posed",
    "",
    `client = posed.Client(${literal(base)}${key ? `, key=${literal(key)}` : ""})`,
    sceneBody && `client.json("PUT", ${literal(`/v1/scenes/${scene.id}`)}, ${python(scene.body)})`,
    sceneLost(session) && `# ${sceneLost(session)}`,
    `# ${notes.bodies}`,
    people.map(({ name, glb }) => `${name}_glb = client.data("GET", ${literal(meshUrl("", glb))})`),
    "",
    `with client.sync_stream(${[...(scene ? [`scene=${literal(scene.id)}`] : []), `profile=${python(profile)}`].join(", ")}) as stream:`,
    people.map(({ name, spawn, does }) => [`    ${name} = stream.spawn(${named(spawn).join(", ")})`, does.map((one) => call(one, name))]),
    "",
    "    second = 0.0",
    "    for frame in stream.frames():",
    `        if frame.time < second + 1:  # ${notes.second}`,
    "            continue",
    "        second = frame.time",
    "        for c in frame.characters:",
    "            print(c.id, c.root, c.yaw)",
  );
}

// The C program after its tables. @NAME@ is replaced.
const C_CODE = `
static posed_session session;
static uint32_t ids[PEOPLE]; /* ids of the spawned characters */
static int sent, done[PEOPLE]; /* number of sent first messages (profile, spawns); number of sent messages of each character */
static char heard[1 << 20];
static size_t heard_size;

/* Writes the next message to send, one a call. Returns its size, or 0 for none. */
static size_t next(char *out, size_t capacity)
{
    size_t size = posed_session_say(&session, out, capacity);
    if (size || session.state != POSED_JOINED) return size;
    if (sent <= PEOPLE) return sent++, (size_t)snprintf(out, capacity, "%s", sent == 1 ? PROFILE : people[sent - 2].spawn);
    for (int i = 0; i < PEOPLE; i++) {
        const char *does = ids[i] && done[i] < MESSAGES ? people[i].does[done[i]++] : NULL;
        if (does) return (size_t)snprintf(out, capacity, "{\\"id\\":%u,%s", (unsigned)ids[i], does);
    }
    return 0;
}

static void hear(int is_binary)
{
    static double second;
    posed_text text;
    posed_frame frame;
    posed_character c;
    if (!is_binary) {
        posed_text_type type = posed_session_text(&session, &text, heard, heard_size);
        if (type == POSED_TEXT_SPAWNED && text.ref >= 1 && text.ref <= PEOPLE) ids[text.ref - 1] = text.id;
    } else if (posed_frame_open(&frame, heard, heard_size) && frame.time >= second + 1) {
        second = frame.time;
        while (posed_session_next(&session, &frame, &c))
            printf("%u [%.3f, %.3f, %.3f] %.3f\\n", (unsigned)c.id, (double)c.root[0], (double)c.root[1], (double)c.root[2], (double)c.yaw);
    }
    heard_size = 0;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *data, size_t size)
{
    static unsigned char out[LWS_PRE + ROOM];
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: posed_session_opened(&session); break;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        if (heard_size + size > sizeof heard) return -1;
        memcpy(heard + heard_size, data, size);
        heard_size += size;
        if (lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi)) hear(lws_frame_is_binary(wsi));
        break;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        size = next((char *)out + LWS_PRE, ROOM);
        if (!size) return 0;
        lws_write(wsi, out + LWS_PRE, size, LWS_WRITE_TEXT);
        break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY: /* the only callback when a handshake gets no answer for 5 s */
        fputs("the stream has ended, or there was no answer\\n", stderr);
        exit(1);
@APPEND@    default: return 0;
    }
    lws_callback_on_writable(wsi);
    return 0;
}

int main(void)
{
    static const struct lws_protocols protocols[] = {{"posed.v1", callback, 0, 1 << 16, 0, NULL, 0}, {0}};
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN, .protocols = protocols@TLS@};
    struct lws *wsi = NULL;
    setvbuf(stdout, NULL, _IOLBF, 0);
    posed_session_init(&session, (uint32_t)time(NULL));
@SCENE@    lws_set_log_level(LLL_ERR, NULL);
    struct lws_client_connect_info to = {.context = lws_create_context(&info), .address = @HOST@, .host = @HOST@, .origin = @HOST@, .port = @PORT@, .path = @PATH@, .protocol = "posed.v1", .pwsi = &wsi@SSL@};
    if (!to.context || !lws_client_connect_via_info(&to)) return 1;
    for (time_t held = 0; lws_service(to.context, 0) >= 0;) {
        if (time(NULL) == held || !wsi) continue;
        held = time(NULL); /* @HELD@ */
        for (int i = 0; i < PEOPLE; i++) if (people[i].is_held) done[i] = 0;
        lws_callback_on_writable(wsi);
    }
    return 1;
}`;

/** Returns the session for C with libwebsockets. */
function c(session) {
  const { base, key, scene, profile, notes } = session;
  const people = numbered(session);
  const { protocol, hostname, port, pathname } = new URL(base);
  const isSecure = protocol === "https:";
  const sceneBody = sceneText(session);
  const texts = people.map(({ spawn, does }, i) => ({
    spawn: literal({ type: "spawn", ref: `${i + 1}`, ...spawn }),
    does: does.map((one) => said(one).slice(1)),
    isHeld: does.some(isHeld),
  }));
  const most = Math.max(
    256,
    ...texts.flatMap(({ spawn, does }) => [spawn, ...does].map((text) => new TextEncoder().encode(text).length + 32)),
  );
  const messages = Math.max(1, ...texts.map(({ does }) => does.length));
  const filled = {
    HOST: literal(hostname),
    PATH: literal(`${pathname.replace(/\/$/, "")}/v1/stream`),
    PORT: port || (isSecure ? "443" : "80"),
    HELD: notes.held,
    SCENE: scene ? `    strcpy(session.scene, ${literal(scene.id)});\n` : "",
    TLS: isSecure ? ", .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT" : "",
    SSL: isSecure ? ", .ssl_connection = LCCSCF_USE_SSL" : "",
    APPEND: key
      ? `    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: {\n        unsigned char **at = data, *end = *at + size;\n        static const char bearer[] = ${literal(`Bearer ${key}`)};\n        return lws_add_http_header_by_name(wsi, (const unsigned char *)"authorization:", (const unsigned char *)bearer, sizeof bearer - 1, at, end);\n    }\n`
      : "",
  };
  return lines(
    `/* ${notes.c}`,
    " *",
    people.map(
      ({ glb, file }) => ` *     curl -o ${file} ${shell(meshUrl(base, glb))}${key ? ` -H ${shell(`Authorization: Bearer ${key}`)}` : ""}`,
    ),
    sceneBody &&
      ` *     curl -X PUT ${shell(`${base}/v1/scenes/${scene.id}`)} -H 'Content-Type: application/json' -d ${shell(sceneBody)}${key ? ` -H ${shell(`Authorization: Bearer ${key}`)}` : ""}`,
    sceneLost(session) && ` * ${sceneLost(session)}`,
    " */",
    '#include "posed.h"',
    "",
    "#include <libwebsockets.h>",
    "#include <stdio.h>",
    "#include <stdlib.h>",
    "#include <string.h>",
    "#include <time.h>",
    "",
    `enum { PEOPLE = ${people.length}, MESSAGES = ${messages}, ROOM = ${64 * Math.ceil(most / 64)} };`,
    `#define PROFILE ${literal(literal({ type: "profile", ...profile }))}`,
    "static const struct {",
    "    const char *spawn, *does[MESSAGES]; /* does: each message after its id */",
    "    int is_held;",
    "} people[PEOPLE] = {",
    texts.map(
      ({ spawn, does, isHeld: held }) =>
        `    {${literal(spawn)},\n     {${does.length ? does.map(literal).join(", ") : "NULL"}}, ${held ? 1 : 0}},`,
    ),
    "};",
    C_CODE.slice(1).replace(/@([A-Z]+)@/g, (all, name) => filled[name]),
  );
}

/**
 * Functions that return the code of a session {base, key, scene, profile, characters, notes}, by language. base: address of the server;
 * key: API key or ""; scene: {id, body} of PUT /v1/scenes, or null; profile: of the stream; characters: {glb: {model, fields} of its GLB
 * file, spawn: fields of that message, does: the messages that follow, {type, ...fields} without an id}; notes: texts of the comments,
 * {shell, javascript, python, c, bodies, held, second, scene}.
 */
export const LANGUAGES = { "curl + websocat": shellCode, JavaScript: javascript, Python: pythonCode, C: c };
