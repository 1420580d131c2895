// What somebody between client and server can do, and what a slow person does to a call.

import { accept, declined, effects, error, no, outcome, ownError, text, yes } from "./expect.mjs";

const BAD_STATE = -32602;

const gate = (id, title, answers, outcomes, more = {}) => ({
  id, title, calls: [{ tool: "gate", arguments: { run: id } }, effects(id)], answers, outcomes, ...more,
});
const never = text(/^0$/);
const once = text(/^1$/);

/** What the server said to what the client never sent. */
const between = ({ wire }) => wire.filter(({ to }) => to === "between").map(({ message }) => message);
const refusedReplays = (record) => {
  const replies = between(record);
  return replies.length > 0 && replies.every(({ error }) => error?.code === BAD_STATE);
};

const tampered = gate("tampered", "a state that was tampered with", [yes("Delete tampered?")],
  [outcome("refused", [error(BAD_STATE), never], 1)]);
const replayed = gate("replayed", "a state that is sent once more, after its call", [yes("Delete replayed?")],
  [{ ...outcome("refused", [text(/^deleted/), once], 1), when: refusedReplays }]);
const twice = [
  gate("twice-accepted", "an answer that is sent twice", [yes("Delete twice-accepted?")],
    [outcome("the first counts", [text(/^deleted/), once], 1)], { row: "an answer that is sent twice" }),
  gate("twice-declined", "a decline, and then an accept", [no("Delete twice-declined?")],
    [outcome("the first counts", [declined("confirmed"), never], 1)], { row: "an answer that is sent twice" }),
];
const stranger = gate("stranger", "a stranger who answers into the session", [no("Delete stranger?")],
  [{ ...outcome("refused", [declined("confirmed"), never], 1), when: (record) => between(record).every(({ status }) => status === 404) && between(record).length > 0 }]);

// The person takes 4 s where the client waits for 2 s, or 14 s where it waits for 12 s.
const late = (about, after) => ({ ...yes(about), after });
const slow = {
  ...gate("slow", "a person slower than the call's timeout", [late("Delete slow?", 4000)], [
    outcome("waits", [text(/^deleted/), once], 1),
    outcome("the client gives up, nothing runs", [ownError(), never], 1),
    outcome("no means", [{ cannot: true }]),
  ]),
  calls: [{ tool: "gate", arguments: { run: "slow" }, timeout: 2000 }, effects("slow")],
};
const kept = {
  ...gate("kept", "the same, where progress keeps the call alive", [late("Delete kept?", 14000)], [
    outcome("waits", [text(/^deleted/), once], 1),
    outcome("the client gives up, nothing runs", [ownError(), never], 1),
    outcome("no means", [{ cannot: true }]),
  ]),
  calls: [{ tool: "gate", arguments: { run: "kept" }, timeout: 12000, progress: true }, effects("kept")],
  seconds: 60,
};

const group = (scenarios, more) => ({ scenarios, server: "interop", ...more });

export default {
  text: "A program stands between client and server and meddles, or the person takes their time.",
  groups: [
    group([tampered], { between: "tamper", eras: ["modern"] }),
    group([replayed], { between: "replay", eras: ["modern"] }),
    group(twice, { between: "twice", eras: ["handshake"] }),
    group([stranger], { between: "stranger", transports: ["http"], eras: ["handshake"] }),
    group([slow, kept], { eras: ["modern", "handshake"] }),
  ],
};
