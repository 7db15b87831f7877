// The events of Ready Player Me's creator, as pages that embed it expect them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FrameEvents, readFrameMessage, subscribes } from "../src/maker/frame_events.js";

test("a subscription has the events of its pattern", () => {
  for (const [pattern, event, expected] of [
    ["v1.avatar.exported", "v1.avatar.exported", true],
    ["v1.avatar.exported", "v1.frame.ready", false],
    ["v1.**", "v1.avatar.exported", true],
    ["v1.**", "v2.avatar.exported", false],
    ["v1.avatar.*", "v1.avatar.exported", true],
    ["v1.*", "v1.avatar.exported", false],
    ["**", "v1.frame.ready", true],
  ])
    assert.equal(subscribes(pattern, event), expected, `${pattern} ${event}`);
});

test("messages for the creator are objects or JSON texts", () => {
  const message = { target: "readyplayerme", type: "subscribe", eventName: "v1.**" };
  assert.deepEqual(readFrameMessage(message), message);
  assert.deepEqual(readFrameMessage(JSON.stringify(message)), message);
  for (const other of [null, 7, "", "{", "[]", { ...message, target: "other" }, { ...message, eventName: 1 }])
    assert.equal(readFrameMessage(other), null);
});

test("the ready event needs no subscription, others do", () => {
  const sent = [],
    frame = new FrameEvents((text) => sent.push(JSON.parse(text)), "https://example.org/posed"),
    events = () => sent.splice(0).map(({ source, eventName, data }) => [source, eventName, data.url]);
  frame.maker("ready", {});
  assert.deepEqual(events(), [["readyplayerme", "v1.frame.ready", undefined]]);
  frame.maker("saved", { id: "a1" });
  assert.deepEqual(events(), []);
  frame.heard({ target: "readyplayerme", type: "subscribe", eventName: "v1.**" });
  frame.maker("changed", {});
  frame.maker("saved", { id: "a1" });
  assert.deepEqual(events(), [["readyplayerme", "v1.avatar.exported", "https://example.org/posed/v1/readyplayerme/a1.glb"]]);
  frame.heard(JSON.stringify({ target: "readyplayerme", type: "unsubscribe", eventName: "v1.**" }));
  frame.maker("saved", { id: "a1" });
  assert.deepEqual(events(), []);
});
