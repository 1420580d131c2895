import assert from "node:assert/strict";
import { test } from "node:test";

import { Late, Scenario, callName, ended, within } from "./driver.mjs";

/** A scenario, and the lines that it writes. */
function scenario(given) {
  const lines = [];
  return { scenario: new Scenario({ id: "s", calls: [], ...given }, (line) => lines.push(line)), lines };
}

const action = async (scenario, message) => (await scenario.asked({ message })).action;

test("an answer is for the question whose message says what it is about, and is given once", async () => {
  const answers = [
    { about: "Name", action: "decline" },
    { about: "Name", action: "accept", content: { name: "Ada" } },
    { about: "Age", action: "fail" },
  ];
  const { scenario: asking } = scenario({ answers });
  assert.ok(asking.plans("fail"));
  assert.equal(await action(asking, "Age?"), "fail");
  assert.ok(!asking.plans("fail"));
  assert.equal(await action(asking, "Name?"), "decline");
  assert.deepEqual(await asking.asked({ message: "Name? Please correct" }), { action: "accept", content: { name: "Ada" } });
});

test("a question without an answer is cancelled, and the line says that nothing fitted", async () => {
  const { scenario: asking, lines } = scenario({ answers: [{ about: "Name", action: "accept" }] });
  assert.equal(await action(asking, "Age?"), "cancel");
  assert.equal(await action(asking, undefined), "cancel");
  assert.equal(lines.find((line) => line.asked).answered, null);
});

test("what a client has no means for stands beside the answer", async () => {
  const { scenario: asking, lines } = scenario({ answers: [{ about: "Visit", action: "decline" }] });
  await asking.asked({ message: "Visit" }, { cannot: ({ action }) => `no ${action}` });
  assert.deepEqual(lines[0].answered, { action: "decline", content: undefined, cannot: "no decline" });
});

test("nobody thinks on for a question that is withdrawn", async () => {
  const { scenario: asking } = scenario({ answers: [{ about: "Name", action: "accept", after: 1e9 }] });
  assert.equal((await asking.asked({ message: "Name" }, { signal: AbortSignal.abort() })).action, "accept");
});

test("every call gets its end, in order, after what was waited for", async () => {
  const { scenario: running, lines } = scenario({ calls: [{ tool: "a" }, { resource: "b" }] });
  assert.ok(await running.run(async (call) => ({ text: callName(call) })));
  assert.deepEqual(lines.map(({ waiting, end }) => waiting ?? end.text), [
    "the first question, or the end, of tools/call a",
    "tools/call a",
    "the first question, or the end, of resources/read b",
    "resources/read b",
  ]);
});

test("a scenario that takes too long ends with what it waited for, and is silent from then on", async () => {
  let finish;
  const called = [];
  const { scenario: running, lines } = scenario({ calls: [{ prompt: "p" }, { tool: "t" }], seconds: 0.01 });
  const inTime = await running.run((call) => {
    called.push(call);
    return new Promise((resolve) => (finish = resolve));
  });
  assert.equal(inTime, false);
  const last = { scenario: "s", end: { timedOut: "the first question, or the end, of prompts/get p" } };
  assert.deepEqual(lines.at(-1), last);
  finish({ text: "late" });
  await new Promise(setImmediate);
  assert.deepEqual(lines.at(-1), last);
  assert.equal(called.length, 1);
});

test("a client that has no means for a scenario says so once", async () => {
  const { scenario: running, lines } = scenario({ calls: [{ tool: "a" }, { tool: "b" }] });
  assert.ok(await running.run(async () => ({ cannot: "why" })));
  assert.deepEqual(lines.filter((line) => line.end).map((line) => line.end), [{ cannot: "why" }]);
});

test("a bound says what was waited for", async () => {
  const late = (error) => error instanceof Late && /Godot/.test(error.message);
  await assert.rejects(within(0.001, new Promise(() => {}), "Godot"), late);
  assert.equal(await within(1, Promise.resolve(3), "three"), 3);
});

test("the texts of tools, prompts and resources", () => {
  const text = (text) => ({ type: "text", text });
  assert.deepEqual(ended({ content: [text("a"), { type: "image" }, text("b")], isError: true, structuredContent: { c: 1 } }), {
    text: "a\nb",
    isError: true,
    structured: { c: 1 },
  });
  assert.equal(ended({ messages: [{ role: "user", content: text("p") }] }).text, "p");
  assert.equal(ended({ contents: [{ uri: "u", text: "r" }] }).text, "r");
});
