// The same few conversations, on servers as they are deployed.

import { accept, declined, effects, error, never, no, once, outcome, ownError, refused, text, timeout, yes } from "./expect.mjs";
import { askedInJson } from "./proof.mjs";


/** Three rounds with a step, accepted and declined, and a prompt; `call` is added to each call. `outcomes` instead of the good ones. */
function conversations(row, { call = {}, outcomes = {} } = {}) {
  const id = row.replaceAll(/[^a-zA-Z]+/g, "-");
  const answers = [accept("What is the name", { name: "Grace" }), accept("How many for", { count: 3 })];
  const rounds = (name, last, end, effect) => ({
    id: `${id}-${name}`,
    title: row,
    calls: [{ tool: "rounds", arguments: { run: `${id}-${name}` }, ...call }, effects(`${id}-${name}`)],
    answers: [...answers, last],
    outcomes: outcomes.rounds ?? [outcome("yes", [end, effect], 3)],
  });
  return [
    rounds("accepted", yes("Make 3 of Grace?"), text(/^made 3 of Grace/), once),
    rounds("declined", no("Make 3 of Grace?"), declined("confirmed"), never),
    {
      id: `${id}-prompt`,
      title: row,
      calls: [{ prompt: "report", arguments: { topic: "rain" }, ...call }],
      answers: [accept("What should the report", { focus: "Tuesday" })],
      outcomes: outcomes.prompt ?? [outcome("yes", [text(/rain: Tuesday/)], 1)],
    },
  ];
}

const group = (row, more, instead) => ({
  scenarios: conversations(row, instead), server: "interop", transports: ["http"], deployment: row, ...more,
});

const MODERN = ["modern"];
const HANDSHAKE = ["handshake"];
const KEY = Buffer.alloc(32, 7).toString("base64");

const NO_SESSION = /session/;

/** In the handshake era a question needs a session to travel in. */
const noSession = (row, args, more = {}) => [
  group(row, { setup: { args }, eras: MODERN, ...more }),
  group(row, { setup: { args }, eras: HANDSHAKE }, {
    outcomes: {
      rounds: [outcome("refused at once, nothing runs", [refused(NO_SESSION), never], 0)],
      prompt: [outcome("refused at once, nothing runs", [error(-32603, NO_SESSION)], 0)],
    },
  }),
];

/**
 * The question arrives when the call is over. Only a tool: not every client has a timeout for a prompt. The Inspector has none that
 * could be set; its own is 60 s.
 */
const BUFFERING = "a proxy that holds back what is not complete";
const tooLate = "the question arrives too late: the client gives up, nothing runs";
const heldBack = conversations(BUFFERING, {
  call: { timeout: 3000 },
  outcomes: { rounds: [outcome(tooLate, [timeout, never])] },
}).slice(0, 1).map((scenario) => ({ ...scenario, seconds: 90 }));

/** No client sends an answer again by itself. */
const cut = "an answer whose connection is cut";
const cutOff = conversations(cut, {
  outcomes: { rounds: [outcome("the call fails, nothing runs", [ownError(/./), never], 1)] },
}).slice(0, 1);

const JSON_RESPONSES = "JSON responses";
const json = { between: "record", proof: askedInJson };

export default {
  text: "A conversation of three rounds with a step and a gate, the same declined, and a prompt, over HTTP.",
  first: "deployment",
  groups: [
    group(JSON_RESPONSES, { setup: { args: ["--json"] }, eras: MODERN, ...json }),
    // In a session there are streams all the same.
    group(JSON_RESPONSES, { setup: { args: ["--json"] }, eras: HANDSHAKE }),
    ...noSession("no sessions", ["--no-sessions"]),
    ...noSession("JSON responses, no sessions", ["--json", "--no-sessions"], json),
    group("three replicas, each request to the next", {
      between: "replicas", replicas: 3, eras: MODERN, setup: { env: { INTEROP_KEY: KEY } },
    }),
    group(BUFFERING, { between: "buffer", eras: MODERN }),
    { ...group(BUFFERING, { between: "buffer", eras: HANDSHAKE }), scenarios: heldBack },
    group("a proxy that heeds `X-Accel-Buffering: no`", { between: "heed", eras: HANDSHAKE }),
    group("an answer that is given up and sent again", { between: "retry", eras: MODERN }),
    { ...group(cut, { between: "cut", eras: MODERN }), scenarios: cutOff },
  ],
};
