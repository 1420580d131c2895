// Whether what happened is one of a scenario's outcomes, and which.

/** What clients put on their own failures: nothing, internal error, request timeout. */
const OWN_CODES = [null, -32603, -32001];

/**
 * Gives `{word}` of the first outcome that fits, or `{why}`: what happened instead.
 * `said` is what the job gave: `records`, `failed`.
 */
export function judge(scenario, said) {
  const record = said.records.get(scenario.id);
  const late = record?.ends.find((end) => end.timedOut);
  if (late) return { why: `nothing came within the bound; it waited for ${late.timedOut}` };
  if (record && record.ends.length > 0) {
    for (const outcome of scenario.outcomes) {
      try {
        const word = fits(outcome, record);
        if (word) return { word };
      } catch (error) {
        return { why: `it could not be judged: ${error.message}; ${story(record)}` };
      }
    }
  }
  const failed = said.failed ? `; ${said.failed}` : "";
  return { why: `${story(record)}${failed}` };
}

function fits(outcome, record) {
  const { word, ends, asked, when = () => true } = outcome;
  const cannot = record.ends.some((end) => end.cannot);
  if (ends.some((end) => end.cannot)) return cannot && word;
  if (cannot || record.ends.length !== ends.length) return null;
  if (asked !== undefined && record.asked.length !== asked) return null;
  if (!ends.every((end, place) => matches(end, record.ends[place]))) return null;
  return when(record) && (typeof word === "function" ? word(record) : word);
}

function matches(expected, end) {
  if (expected.own) return OWN_CODES.includes(end.error?.code) && expected.own.test(end.error.message);
  if (expected.code !== undefined) {
    return [null, expected.code].includes(end.error?.code) && expected.pattern.test(end.error.message);
  }
  return end.error === undefined && Boolean(end.isError) === expected.isError && expected.text.test(end.text ?? "");
}

/** What happened, in a line. */
function story(record) {
  if (!record) return "it was not run";
  const asked = record.asked.map(({ asked, answered }) =>
    `asked ${JSON.stringify(asked.message)}, ${answered ? answered.action : "for which there is no answer"}`);
  const ends = record.ends.map((end) => JSON.stringify(end).slice(0, 400));
  return [...asked, ...ends].join("; ") || "nothing came";
}
