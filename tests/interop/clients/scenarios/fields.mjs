// One field a form, so that a client's trouble with one kind shows by itself.

import { accept, cancelled, outcome, ownError, text } from "./expect.mjs";

/** Leaves the field out, as a person does who does not fill it in. */
const UNSET = Symbol("unset");

// kind of `one_field`, title, what the person gives, and what the server reads if that is not the same. The wire name is `value`
// unless it is what the kind is about.
const kinds = [
  ["string", "text", "hello"],
  ["length", "text with a length", "four"],
  ["email", "e-mail", "ada@example.com"],
  ["uri", "URI", "https://example.com/a?b=c"],
  ["date", "date", "2027-01-31"],
  ["date_time", "date-time", "2027-01-31T12:00:00Z"],
  ["boolean", "yes/no", false],
  ["integer", "integer", -42],
  ["small", "integer with bounds", 200],
  ["number", "number", 19.95],
  ["single", "one of some", "b"],
  ["titled", "one of some, titled", "b"],
  ["legacy", "one of some, `enumNames`", "b"],
  ["many", "several of some", ["a", "b"]],
  ["titled_many", "several of some, titled", ["a", "b"]],
  ["many", "several of some, none chosen", []],
  ["many_some", "several of some, one at least", ["a"]],
  ["optional_string", "optional text, given", "hello"],
  ["optional_string", "optional text, left empty", UNSET, null],
  ["optional_integer", "optional integer, left empty", UNSET, null],
  ["optional_number", "optional number, left empty", UNSET, null],
  ["optional_boolean", "optional yes/no, left empty", UNSET, null],
  ["optional_single", "optional one of some, left empty", UNSET, null],
  ["keyword", "named by a Python keyword, `class`", "a", "a", "class"],
  ["dashed", "named `due-date`", "a", "a", "due-date"],
  ["dotted", "named `due.date`", "a", "a", "due.date"],
  ["digit", "named `2nd`", "a", "a", "2nd"],
  ["camel", "named `dueDate`", "a", "a", "dueDate"],
  ["private", "named `_note`", "a", "a", "_note"],
  ["unicode", "named `größe`", "a", "a", "größe"],
];

/** The content of the client's first answer on the wire, in either era. */
function sent(wire) {
  const messages = wire.filter(({ from }) => from === "client").map(({ message }) => message);
  const answers = messages.flatMap(({ result, params }) => [result, ...Object.values(params?.inputResponses ?? {})]);
  return answers.find((answer) => answer?.action === "accept")?.content;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** How the answer went out, compared with what the person gave. */
function written(wire, content, field) {
  const was = sent(wire);
  if (same(was, content)) return "as given";
  if (was !== undefined && same({ ...was, [field]: null }, was) && same(content, {})) return "comes back as `null`";
  return `comes back as \`${JSON.stringify(was)}\``;
}

function scenario([kind, title, given, got = given, field = "value"]) {
  const content = given === UNSET ? {} : { [field]: given };
  const read = (record) => same(JSON.parse(record.ends[0].text).value, got);
  return {
    id: `field-${title.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}`,
    title,
    calls: [{ tool: "one_field", arguments: { kind } }],
    answers: [accept("", content)],
    outcomes: [
      { ...outcome(({ wire }) => written(wire, content, field), [text(/^\{/)], 1), when: read },
      outcome(({ wire }) => `${written(wire, content, field)}, so it is asked again`, [cancelled("field")], 2),
      outcome("the client fails by itself", [ownError()]),
    ],
  };
}

export default {
  text: "What a client sends for what the person gave. The server read that very value in the end, unless it says otherwise.",
  first: "kind",
  groups: [
    { scenarios: kinds.map(scenario), server: "interop", between: "record", transports: ["stdio"], eras: ["modern", "handshake"] },
    { scenarios: kinds.map(scenario), server: "interop", between: "record", transports: ["http"], eras: ["default"] },
  ],
};
