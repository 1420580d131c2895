// What somebody between client and server can do, and what a slow person does to a call.

import { declined, effects, error, never, no, once, outcome, text, timeout, yes } from "./expect.mjs";

const BAD_STATE = -32602;
const ALREADY_RAN = -31006;

const gate = (id, title, answers, outcomes, more = {}) => ({
  id, title, calls: [{ tool: "gate", arguments: { run: id } }, effects(id)], answers, outcomes, ...more,
});

/** What the server said to what the client never sent. */
const toBetween = (good) => ({ wire }) => {
  const replies = wire.filter(({ from, to }) => from === "server" && to === "between");
  return replies.length > 0 && replies.every(good);
};

const tampered = gate("tampered", "a state that was tampered with", [yes("Delete tampered?")],
  [outcome("refused", [error(BAD_STATE, /^Invalid or expired request state$/), never], 1)]);
const replayed = gate("replayed", "a state that is sent once more, after its call", [yes("Delete replayed?")],
  [{ ...outcome("refused", [text(/^deleted/), once], 1), when: toBetween(({ message }) => message?.error?.code === ALREADY_RAN) }]);
const twice = [
  gate("twice-accepted", "an answer that is sent twice", [yes("Delete twice-accepted?")],
    [outcome("the first counts", [text(/^deleted/), once], 1)], { row: "an answer that is sent twice" }),
  gate("twice-declined", "a decline, and then an accept", [no("Delete twice-declined?")],
    [outcome("the first counts", [declined("confirmed"), never], 1)], { row: "an answer that is sent twice" }),
];
const stranger = gate("stranger", "a stranger who answers into the session", [no("Delete stranger?")],
  [{ ...outcome("refused", [declined("confirmed"), never], 1), when: toBetween(({ status }) => status === 404) }]);

/** Over HTTP a client that resumes the stream gets the question once more, which nobody waits for any more. */
const givenUp = outcome("the client gives up, nothing runs", [timeout, never]);

/** Counted when the answer of a person who takes 4 s is there as well, whatever became of the call. */
const lateEffects = (run) => ({ tool: "effects", arguments: { run, after_millis: 3500 } });

// The person takes 4 s where the client waits for 2 s, or 14 s where it waits for 12 s.
const late = (about, after) => ({ ...yes(about), after });
const slow = {
  ...gate("slow", "a person slower than the call's timeout", [late("Delete slow?", 4000)], [
    outcome("waits", [text(/^deleted/), once], 1),
    givenUp,
    outcome("no means", [{ cannot: true }]),
  ]),
  calls: [{ tool: "gate", arguments: { run: "slow" }, timeout: 2000 }, lateEffects("slow")],
};
const kept = {
  ...gate("kept", "a person slower than the call's timeout, which progress extends", [late("Delete kept?", 14000)], [
    outcome("waits", [text(/^deleted/), once], 1),
    givenUp,
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
    // Apart: over HTTP a client may be sent the question of a call that it gave up once more.
    group([slow], { eras: ["modern", "handshake"] }),
    group([kept], { eras: ["modern", "handshake"] }),
  ],
};
