import assert from "node:assert/strict";
import { test } from "node:test";

// text.js learns the page's language and tells it
globalThis.navigator ??= { language: "en" };
globalThis.document = { documentElement: {} };
const { readPerson, somebody, writePerson } = await import("../src/body/person.js");

test("a person of a link is that person again", () => {
  const one = { ...somebody(), random: 7, gender: "female", wear: "tee-jeans,boots", skin: 0.25, face: { smile: 0.5 } };
  assert.deepEqual(readPerson(writePerson(one)), one);
});

test("names that no person has, those of every object among them, are left out", () => {
  for (const text of ["toString:1", "toString:abc", "constructor:0.5", "__proto__:1", "hasOwnProperty:x", "face:1", "nonsense:1", ":", ""])
    assert.deepEqual(readPerson(text), somebody(), text);
});
