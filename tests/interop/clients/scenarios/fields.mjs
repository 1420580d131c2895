// One field a form, so that a client's trouble with one kind shows by itself.

import { accept, cancelled, misfit, noAnswer, outcome, text } from "./expect.mjs";

/** Leaves the field out, as a person does who does not fill it in. */
const UNSET = Symbol("unset");

// kind of `one_field`, what it is, what the person gives, and what the server reads if that is not the same. The wire name is
// `value` unless it is what the kind is about.
const kinds = [
  ["string", "text", "hello"],
  ["length", "text with a length", "four"],
  ["email", "e-mail", "ada@example.com"],
  ["uri", "URI", "https://example.com/a?b=c"],
  ["date", "date", "2027-01-31"],
  ["date_time", "date and time", "2027-01-31T12:00:00Z"],
  ["boolean", "yes or no", false],
  ["integer", "integer", -42],
  ["small", "integer with bounds", 200],
  ["number", "number", 19.95],
  ["single", "one of some", "b"],
  ["titled", "one of some, titled", "b"],
  ["legacy", "one of some, with `enumNames`", "b"],
  ["many", "several of some", ["a", "b"]],
  ["titled_many", "several of some, titled", ["a", "b"]],
  ["many", "several of some, none chosen", []],
  ["many_some", "several of some, one at least", ["a"]],
  ["optional_string", "optional text, given", "hello"],
  ["optional_string", "optional text, left empty", UNSET, null],
  ["optional_integer", "optional integer, left empty", UNSET, null],
  ["optional_number", "optional number, left empty", UNSET, null],
  ["optional_boolean", "optional yes or no, left empty", UNSET, null],
  ["optional_single", "optional one of some, left empty", UNSET, null],
  ["default_string", "text with a default, left empty", UNSET, "as it was"],
  ["default_integer", "integer with a default, left empty", UNSET, 7],
  ["default_boolean", "yes or no with a default, left empty", UNSET, true],
  ["default_single", "one of some with a default, left empty", UNSET, "b"],
  ["keyword", "named `class`, a keyword of Python", "a", "a", "class"],
  ["dashed", "named `due-date`", "a", "a", "due-date"],
  ["dotted", "named `due.date`", "a", "a", "due.date"],
  ["digit", "named `2nd`", "a", "a", "2nd"],
  ["camel", "named `dueDate`", "a", "a", "dueDate"],
  ["private", "named `_note`", "a", "a", "_note"],
  ["unicode", "named `größe`", "a", "a", "größe"],
];

/** The content of the client's first answer on the wire, in either era. */
function sent(wire) {
  const messages = wire.filter(({ from, message }) => from === "client" && message).map(({ message }) => message);
  const answers = messages.flatMap(({ result, params }) => [result, ...Object.values(params?.inputResponses ?? {})]);
  return answers.find((answer) => answer?.action === "accept")?.content;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** How the answer went out, compared with what the person gave. */
function written(wire, content, field) {
  const was = sent(wire);
  if (same(was, content)) return "as given";
  if (same(content, {}) && was?.[field] !== undefined) return was[field] === null ? "comes back as `null`" : "filled in";
  return `comes back as \`${JSON.stringify(was)}\``;
}

const unfit = "the client refuses its own answer, and the call fails";

function scenario([kind, title, given, got = given, field = "value"]) {
  const content = given === UNSET ? {} : { [field]: given };
  const read = (record) => same(JSON.parse(record.ends[0].text).value, got);
  return {
    id: `field-${kind}-${given === UNSET ? "unset" : JSON.stringify(given)}`,
    title: `\`${kind}\`: ${title}`,
    calls: [{ tool: "one_field", arguments: { kind } }],
    answers: [accept("", content)],
    outcomes: [
      { ...outcome(({ wire }) => written(wire, content, field), [text(/^\{/)], 1), when: read },
      outcome(({ wire }) => `${written(wire, content, field)}, so it is asked again`, [cancelled("one")], 2),
      outcome(unfit, [misfit], 1),
      outcome(unfit, [noAnswer("one")], 1),
    ],
  };
}

const fields = (kinds, more) => ({ scenarios: kinds.map(scenario), server: "interop", between: "record", ...more });
const defaults = kinds.filter(([kind]) => kind.startsWith("default"));

export default {
  text: "What a client sends for what the person gave. The server read that very value in the end, unless it says otherwise.",
  first: "kind",
  groups: [
    fields(kinds, { transports: ["stdio"], eras: ["modern", "handshake"] }),
    fields(kinds, { transports: ["http"], eras: ["default"] }),
    fields(defaults.map(([kind, title, ...rest]) => [kind, `${title}, with \`applyDefaults\``, ...rest]), {
      clients: ["typescript"], options: { applyDefaults: true }, transports: ["stdio"], eras: ["modern", "handshake"],
    }),
  ],
};
