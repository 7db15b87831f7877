// The form below each route of /docs: parameters and body, the request as code, a button that sends it, and the reply.
import { button, h } from "../ui/dom.js";
import { here } from "../ui/here.js";
import { LANGUAGES } from "../code/snippets.js";
import { exampleOf, filled, requestOf } from "./operation.js";
import { replyOf } from "./reply.js";

// Time after which a request is given up, in milliseconds.
const SLOW_MS = 60000;

/** Returns the control of a parameter. oninput(text) is called with its value. */
function control({ schema }, value, id, oninput) {
  if (schema.enum || schema.type === "boolean") {
    const field = h(
      "select",
      { id, onchange: () => oninput(field.value) },
      (schema.enum ?? ["true", "false"]).map((name) => h("option", { value: name, selected: name === value }, name)),
    );
    return field;
  }
  const field = h("input", { id, value, spellcheck: false, autocomplete: "off", oninput: () => oninput(field.value) });
  return field;
}

/** Returns the range of a schema as text. */
function rangeOf({ minimum, maximum, items }) {
  const least = minimum ?? items?.minimum;
  const most = maximum ?? items?.maximum;
  return least === undefined ? "" : ` ${least} to ${most}.`;
}

/** Sends a request. Returns {status, statusText, headers, bytes, ms}. */
async function ask({ method, url, headers, json }, file) {
  const start = performance.now();
  const stop = AbortSignal.timeout(SLOW_MS);
  const reply = await fetch(url, {
    method,
    headers,
    body: json !== undefined ? JSON.stringify(json) : (file ?? undefined),
    signal: stop,
    redirect: "manual",
  });
  const bytes = await reply.arrayBuffer();
  return { status: reply.status, statusText: reply.statusText, headers: [...reply.headers], bytes, ms: performance.now() - start };
}

/** Returns the form of an operation. key() returns the API key; language: {now, heard}, which all forms share. */
export function explorer(operation, key, language) {
  const given = filled(operation);
  const id = (name) => `${operation.id}-${name}`;
  const base = here();
  const fields = h(".fields");
  const code = h("pre", { tabIndex: 0 });
  const out = h(".reply", { role: "status" });
  const fault = h("p.fault", { role: "alert" });
  let request = null;

  /** Updates the request and its code. */
  const write = () => {
    try {
      request = requestOf(operation, given, base, key());
      code.textContent = LANGUAGES[language.now](request);
      fault.textContent = "";
    } catch (error) {
      request = null;
      fault.textContent = `The body is no JSON: ${error.message}`;
    }
    send.disabled = !request;
  };
  const set = (name, value) => {
    given.values[name] = value;
    write();
  };
  const drop = (name) => {
    delete given.values[name];
    show();
  };
  const row = (p) =>
    h(
      ".param",
      {},
      h("label", { htmlFor: id(p.name), title: p.description }, p.name),
      control(p, given.values[p.name], id(p.name), (v) => set(p.name, v)),
      p.in === "query" ? button("✕", () => drop(p.name), { title: `Without ${p.name}` }) : null,
      h("span.quiet", {}, p.description, rangeOf(p.schema)),
    );

  /** Returns the list of parameters that can be added, or null. */
  function adder() {
    const left = operation.parameters.filter((p) => given.values[p.name] === undefined);
    const list = h(
      "select",
      {
        "aria-label": "Add a parameter",
        onchange: () => {
          const p = left.find((q) => q.name === list.value);
          given.values[p.name] = exampleOf(p);
          show();
          document.getElementById(id(p.name)).focus();
        },
      },
      h("option", { value: "" }, "Add a parameter"),
      left.map((p) => h("option", { value: p.name, title: p.description }, p.name)),
    );
    return left.length ? list : null;
  }

  /** Returns the controls of the body, or null. */
  function body() {
    if (!operation.types.length) return null;
    const kinds =
      operation.types.length > 1
        ? h(
            "select",
            {
              "aria-label": "Type of the body",
              onchange: () => {
                given.type = kinds.value;
                show();
              },
            },
            operation.types.map((type) => h("option", { value: type, selected: type === given.type }, type)),
          )
        : null;
    const text = h("textarea", {
      id: id("body"),
      spellcheck: false,
      rows: Math.min(18, given.body.split("\n").length + 1),
      "aria-label": "The body, JSON",
      oninput: () => {
        given.body = text.value;
        write();
      },
    });
    text.value = given.body;
    const file = h("input", {
      type: "file",
      "aria-label": "The body, a file",
      onchange: () => {
        [given.file] = file.files;
        write();
      },
    });
    return [h("b", {}, "Body"), kinds, given.type === "application/json" ? text : file];
  }

  /** Shows the form. */
  function show() {
    fields.replaceChildren(
      ...operation.parameters.filter((p) => given.values[p.name] !== undefined).map(row),
      ...[adder(), body()].flat().filter(Boolean),
    );
    write();
  }

  /** Sends the request and shows the reply. */
  async function run() {
    send.disabled = true;
    out.replaceChildren("...");
    try {
      const { saved } = request;
      const reply = await ask(request, given.file);
      out.replaceChildren(...(await replyOf({ ...reply, saved })));
    } catch (error) {
      out.replaceChildren(
        h("p.status.bad", {}, error.name === "TimeoutError" ? "No answer within a minute." : `No answer: ${error.message}`),
      );
    }
    send.disabled = false;
  }

  const send = button(`Run ${operation.method}`, run, { kind: "primary" });
  const tongues = h(
    ".tongues",
    { role: "group", "aria-label": "Language" },
    Object.keys(LANGUAGES).map((name) => button(name, () => language.set(name), { pressed: name === language.now })),
  );
  const copy = button("Copy", () =>
    navigator.clipboard.writeText(code.textContent).then(
      () => {
        copy.textContent = "Copied";
        setTimeout(() => {
          copy.textContent = "Copy";
        }, 1500);
      },
      () => getSelection().selectAllChildren(code),
    ),
  );
  language.heard.push(() => {
    for (const b of tongues.children) b.press(b.textContent === language.now);
    write();
  });
  show();
  return h(".explorer", {}, h(".ask", {}, fields, fault, send), h(".code", {}, h(".row", {}, tongues, copy), code), out);
}
