// The person in a link of the Body tab.
import assert from "node:assert/strict";
import { test } from "node:test";

// text.js reads the browser's language, and sets that of the document.
globalThis.navigator ??= { language: "en" };
globalThis.document = { documentElement: {} };
const { readPerson, seedOf, somebody, writePerson } = await import("../src/body/person.js");

test("readPerson returns the person that writePerson has written", () => {
  const one = { ...somebody(), random: 7, gender: "female", wear: "tee-jeans,boots", skin: 0.25, face: { smile: 0.5 } };
  assert.deepEqual(readPerson(writePerson(one)), one);
});

test("a seed without a version of the people keeps the body that it had", () => {
  assert.equal(seedOf(readPerson("random:7;version:2"), "person").people_version, 1);
  assert.equal(seedOf(readPerson(writePerson({ ...somebody(), random: 7 })), "person").people_version, undefined);
});

test("readPerson leaves out unknown names, also those that every object inherits", () => {
  for (const text of ["toString:1", "toString:abc", "constructor:0.5", "__proto__:1", "hasOwnProperty:x", "face:1", "nonsense:1", ":", ""])
    assert.deepEqual(readPerson(text), somebody(), text);
});
