// The same few conversations, on servers as they are deployed.

import { accept, declined, effects, error, no, outcome, ownError, text, yes } from "./expect.mjs";

const never = text(/^0$/);
const once = text(/^1$/);

/** A form and a gate over three rounds, a decline, and a prompt. */
function conversations(row, outcomes = {}) {
  const id = row.replaceAll(/[^a-z]+/g, "-");
  const answers = [accept("What is the name", { name: "Grace" }), accept("How many for", { count: 3 })];
  const rounds = (name, last, end, effect) => ({
    id: `${id}-${name}`,
    title: row,
    calls: [{ tool: "rounds", arguments: { run: `${id}-${name}` } }, effects(`${id}-${name}`)],
    answers: [...answers, last],
    outcomes: outcomes.rounds ?? [outcome("yes", [end, effect], 3)],
  });
  return [
    rounds("accepted", yes("Make 3 of Grace?"), text(/^made 3 of Grace/), once),
    rounds("declined", no("Make 3 of Grace?"), declined("confirmed"), never),
    {
      id: `${id}-prompt`,
      title: row,
      calls: [{ prompt: "report", arguments: { topic: "rain" } }],
      answers: [accept("What should the report", { focus: "Tuesday" })],
      outcomes: outcomes.prompt ?? [outcome("yes", [text(/rain: Tuesday/)], 1)],
    },
  ];
}

const group = (row, more, outcomes) => ({
  scenarios: conversations(row, outcomes), server: "interop", transports: ["http"], deployment: row, ...more,
});

export default {
  text: "A conversation of three rounds with a step and a gate, the same declined, and a prompt, over HTTP.",
  first: "deployment",
  groups: [],
};
export { group, error, ownError, never };
