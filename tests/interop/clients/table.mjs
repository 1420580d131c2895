// The results as a page of Markdown.

const HANDSHAKE = "2026-01-01";

/** The era that a connection came to, from the version it negotiated. */
export const eraOf = (version) => (version > HANDSHAKE ? "modern" : "handshake");

/**
 * One word for the results of a cell (`{transport, era, word}`) if they agree, else by era, by transport, or one by one.
 */
export function cell(results) {
  if (results.length === 0) return "–";
  const whole = agreed(results);
  if (whole) return whole;
  for (const by of ["era", "transport"]) {
    const parts = split(results, (result) => result[by]);
    if (parts.every(([, part]) => agreed(part))) {
      return parts.map(([name, part]) => `${name}: ${agreed(part)}`).join("; ");
    }
  }
  return split(results, ({ transport, era }) => `${transport}, ${era}`)
    .map(([name, part]) => `${name}: ${agreed(part) ?? [...new Set(part.map(({ word }) => word))].join(" or ")}`)
    .join("; ");
}

const agreed = (results) => (results.every(({ word }) => word === results[0].word) ? results[0].word : null);

function split(results, by) {
  const parts = new Map();
  for (const result of results) {
    const name = by(result);
    parts.set(name, [...(parts.get(name) ?? []), result]);
  }
  return [...parts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A table: a first column of rows, and a column for each client. */
export function table(first, clients, rows) {
  const line = (cells) => `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  const head = [first, ...clients.map(({ title }) => title)];
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
