// Conversations with examples/interop: rounds, corrections, choices, gates, URLs, prompts, resources.

import { isDeepStrictEqual } from "node:util";

import {
  accept, cancelled, cancelledError, close, declined, declinedError, effects, failing, misfit, never, no, noAnswer, once,
  outcome, refused, text, yes,
} from "./expect.mjs";

/** A call of a tool, and afterwards how often it had its effect. `run` is the scenario's own name. */
function scenario(id, title, tool, answers, outcomes, more = {}) {
  const run = id;
  return { id, title, server: "interop", calls: [{ tool, arguments: { run } }, effects(run)], answers, outcomes, ...more };
}

/** The person agreed, and the application saw nothing finished. */
const unfinished = refused(/^The person agreed to the visit `\w+`, but what it is for is not finished yet/);
const good = (end, asked) => [outcome("yes", [end, once], asked)];
const nothing = (end, asked) => [outcome("yes", [end, never], asked)];

const name = accept("What is the name", { name: "Grace" });
const count = accept("How many for", { count: 3 });

/** A client that checks answers itself does not send one that does not fit, and so nobody is asked again. */
const unfit = (key, after) =>
  [misfit, noAnswer(key)].map((end) => outcome("refused by the client, and the call fails", [end, after], 1));

const rounds = [
  scenario("rounds-accepted", "three rounds, with a step between", "rounds", [name, count, yes("Make 3 of Grace?")],
    good(text(/^made 3 of Grace/), 3)),
  scenario("rounds-first-declined", "decline in the first round", "rounds", [no("What is the name")],
    nothing(declined("named"), 1)),
  scenario("rounds-first-cancelled", "cancel in the first round", "rounds", [close("What is the name")],
    nothing(cancelled("named"), 1)),
  scenario("rounds-second-declined", "decline in the second round", "rounds", [name, no("How many for")],
    nothing(declined("counted"), 2)),
  scenario("rounds-second-cancelled", "cancel in the second round", "rounds", [name, close("How many for")],
    nothing(cancelled("counted"), 2)),
  scenario("rounds-gate-declined", "decline in the third round, a gate", "rounds", [name, count, no("Make 3")],
    nothing(declined("confirmed"), 3)),
  scenario("rounds-gate-cancelled", "cancel in the third round, a gate", "rounds", [name, count, close("Make 3")],
    nothing(cancelled("confirmed"), 3)),
  scenario("rounds-rule", "an answer that a rule of the server's refuses, corrected", "rounds",
    [accept("What is the name", { name: "root" }), name, count, yes("Make 3")],
    good(text(/^made 3 of Grace/), 4)),
  scenario("rounds-schema", "an answer that the schema refuses, corrected", "rounds",
    [accept("What is the name", { name: "ab" }), name, count, yes("Make 3")],
    [
      outcome("yes", [text(/^made 3 of Grace/), once], 4),
      ...unfit("named", never),
    ]),
  scenario("together", "two questions in one round", "together",
    [accept("Left of", { left: "a" }), accept("Right of", { right: "b" })],
    [outcome("yes", [text(/^a\/b/), text(/./)], 2)]),
];

const required = {
  string: "hello", length: "four", email: "ada@example.com", uri: "https://example.com/a?b=c", date: "2027-01-31",
  date_time: "2027-01-31T12:00:00Z", boolean: false, integer: -42, small: 200, number: 19.95, single: "b", titled: "b",
  legacy: "b", many: ["a", "b"], titled_many: ["a", "b"], many_some: ["a"], default_string: "hello", default_integer: 8,
  default_boolean: false, default_single: "c",
};
const optional = {
  optional_string: "hello", optional_integer: 0, optional_number: -0.5, optional_boolean: true, optional_single: "c",
};
const everyField = { ...required, ...optional };
const unset = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));
const read = (expected) => ({ ends }) => isDeepStrictEqual(JSON.parse(ends[0].text), expected);
const readEveryField = read(everyField);
const readRequired = read({ ...required, ...unset });

const questions = [
  scenario("every-field", "a form with every kind of field", "every_field", [accept("Every field of", everyField)],
    [{ ...outcome("yes", [text(/^\{/), never], 1), when: readEveryField }]),
  scenario("every-field-unset", "a form with every kind of field, all that is optional left empty", "every_field", [accept("Every field of", required)],
    [{ ...outcome("yes", [text(/^\{/), never], 1), when: readRequired }, ...unfit("form", never)]),
  scenario("choose", "choices known at run time", "choose", [accept("Which of", { one: "a", many: ["b", "c"] })],
    [outcome("yes", [text(/^one a, many b c/), text(/./)], 1)]),
  scenario("choose-wrong", "choices known at run time, a value that is none, corrected", "choose",
    [accept("Which of", { one: "z", many: [] }), accept("Which of", { one: "b", many: [] })],
    [
      outcome("yes", [text(/^one b, many/), text(/./)], 2),
      ...unfit("pick", text(/./)),
    ]),
  scenario("typed-gate", "a gate with a text to type", "typed_gate", [accept("Type `typed-gate`", { text: "typed-gate" })],
    good(text(/^deleted/), 1)),
  scenario("typed-gate-wrong", "a gate with a text to type, mistyped", "typed_gate",
    [accept("Type `typed-gate-wrong`", { text: "something" }), no("Type `typed-gate-wrong`")],
    nothing(declined("confirmed"), 2)),
  scenario("gate-empty", "a gate that is accepted with an empty answer", "gate",
    [accept("Delete gate-empty?", {}), no("Delete gate-empty?")],
    [outcome("asked again", [declined("confirmed"), never], 2), ...unfit("confirmed", never)]),
  scenario("plain-gate", "a gate without a field", "plain_gate", [accept("Go on with", {})], good(text(/^gone on/), 1)),
  scenario("plain-gate-declined", "a gate without a field: decline", "plain_gate", [no("Go on with")], nothing(declined("confirmed"), 1)),
  scenario("optional-accepted", "an optional question", "optional", [accept("Notes for", { text: "hello" })],
    [outcome("yes", [text(/^notes: hello/), text(/./)], 1)]),
  scenario("optional-declined", "an optional question: decline, told to the handler", "optional", [no("Notes for")],
    [outcome("yes", [text(/^declined/), text(/./)], 1)]),
  scenario("optional-cancelled", "an optional question: cancel, told to the handler", "optional", [close("Notes for")],
    [outcome("yes", [text(/^cancelled/), text(/./)], 1)]),
];

const urls = [
  scenario("visit-accepted", "a visit to a URL", "visit", [accept("Visit the page")], good(text(/^visited/), 1)),
  scenario("visit-declined", "a visit to a URL: decline", "visit", [no("Visit the page")], [
    outcome("yes", [declined("visited"), never], 1),
    outcome("the client can only cancel", [cancelled("visited"), never], 1),
  ]),
  scenario("visit-cancelled", "a visit to a URL: cancel", "visit", [close("Visit the page")],
    nothing(cancelled("visited"), 1)),
  {
    ...scenario("connect", "a visit that is not finished yet, and then is", "connect", [], []),
    calls: [
      { tool: "connect", arguments: { run: "connect" } },
      { tool: "finish", arguments: { run: "connect" } },
      { tool: "connect", arguments: { run: "connect" } },
      effects("connect"),
    ],
    // As often as it is asked for.
    answers: [1, 2, 3].map(() => accept("Connect connect")),
    outcomes: [outcome("asked again, and not any more", [unfinished, text(/^finished/), text(/^connected/), once], 3)],
  },
];

const places = [
  {
    id: "prompt-accepted", title: "a prompt", server: "interop",
    calls: [{ prompt: "report", arguments: { topic: "rain" } }],
    answers: [accept("What should the report on rain focus on?", { focus: "Tuesday" })],
    outcomes: [outcome("yes", [text(/rain: Tuesday/)], 1)],
  },
  {
    id: "prompt-declined", title: "a prompt: decline", server: "interop",
    calls: [{ prompt: "report", arguments: { topic: "rain" } }],
    answers: [no("What should the report")],
    outcomes: [outcome("yes", [declinedError("focus")], 1)],
  },
  {
    id: "resource-accepted", title: "a resource", server: "interop",
    calls: [{ resource: "interop://notes" }],
    answers: [accept("Whose notes?", { whose: "ada" })],
    outcomes: [outcome("yes", [text(/notes of ada/)], 1)],
  },
  {
    id: "resource-cancelled", title: "a resource: cancel", server: "interop",
    calls: [{ resource: "interop://notes" }],
    answers: [close("Whose notes?")],
    outcomes: [outcome("yes", [cancelledError("whose")], 1)],
  },
];

/** What only a person or a client that is not as it should be brings about. */
const faults = [
  scenario("handler-fails", "a client that fails while it asks", "gate", [{ about: "Delete handler-fails", action: "fail" }], [
    outcome("the call fails, nothing runs", [failing, never], 1),
    outcome("the call fails, nothing runs", [noAnswer("confirmed"), never], 1),
    outcome("no means", [{ cannot: true }]),
  ]),
];

export default [...rounds, ...questions, ...urls, ...places, ...faults];
