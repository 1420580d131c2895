import assert from "node:assert/strict";
import { test } from "node:test";

import { judge } from "./judge.mjs";
import { declined, error, outcome, ownError, text } from "./scenarios/expect.mjs";

const scenario = {
  id: "delete",
  outcomes: [
    outcome("yes", [text(/^deleted$/), text(/^1$/)], 1),
    outcome("no", [declined("sure"), text(/^0$/)], 1),
    outcome("refused", [error(-32602, /^bad$/), text(/^0$/)]),
    outcome("fails", [ownError(/broken/), text(/^0$/)]),
    outcome("no means", [{ cannot: true }]),
  ],
};
const asked = [{ asked: { message: "Delete?" }, answered: { action: "accept" } }];
const said = (ends, more = {}) => ({ records: new Map([["delete", { asked, ends, progress: [], wire: [], ...more }]]) });
const word = (ends, more) => judge(scenario, said(ends, more)).word;

test("an outcome fits by all of its ends and questions", () => {
  assert.equal(word([{ text: "deleted", isError: false }, { text: "1" }]), "yes");
  assert.equal(word([{ text: "The person declined the question `sure`, so", isError: true }, { text: "0" }]), "no");
  assert.equal(word([{ error: { code: -32602, message: "bad" } }, { text: "0" }]), "refused");
  assert.equal(word([{ error: { code: null, message: "broken" } }, { text: "0" }]), "fails");
  assert.equal(word([{ error: { code: -32603, message: "broken" } }, { text: "0" }]), "fails");
  assert.equal(word([{ cannot: "it has no option" }]), "no means");
});

test("anything else fails, and says what came", () => {
  const wrong = [
    [{ text: "deleted", isError: true }, { text: "1" }],
    [{ text: "deleted", isError: false }, { text: "2" }],
    [{ text: "deleted", isError: false }],
    [{ text: "The person declined the question `other`, so", isError: true }, { text: "0" }],
    [{ error: { code: -32603, message: "bad" } }, { text: "0" }],
    [{ error: { code: -32000, message: "broken" } }, { text: "0" }],
    [{ error: { code: -32602, message: "other" } }, { text: "0" }],
    [{ timedOut: "the first question" }],
    [],
  ];
  for (const ends of wrong) {
    const { word, why } = judge(scenario, said(ends));
    assert.equal(word, undefined, JSON.stringify(ends));
    assert.ok(why.length > 0);
  }
  assert.equal(word([{ text: "deleted", isError: false }, { text: "1" }], { asked: [...asked, ...asked] }), undefined);
  assert.match(judge(scenario, said([{ timedOut: "the first question" }])).why, /it waited for the first question/);
  assert.match(judge(scenario, { records: new Map(), failed: "no server" }).why, /not run; no server/);
});

test("what cannot be judged fails", () => {
  const throws = { ...outcome("yes", [text(/^deleted$/)], 1), when: ({ wire }) => wire.nothing.at(0) };
  const { word, why } = judge({ id: "delete", outcomes: [throws] }, said([{ text: "deleted", isError: false }]));
  assert.equal(word, undefined);
  assert.match(why, /could not be judged/);
});
