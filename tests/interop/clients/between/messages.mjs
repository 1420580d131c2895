// JSON-RPC messages, server-sent events, and what is made up.

export const isRequest = (m) => m?.method !== undefined && m.id !== undefined;
export const isResponse = (m) => m?.method === undefined && m?.id !== undefined;

/** A response after which the client does not call again by itself: a result that asks nothing, or an error. */
export const isFinal = (m) => isResponse(m) && m.result?.resultType !== "input_required";

/** The state with one character in its middle changed to another one of base64url. */
export function tampered(state) {
  if (state.length === 0) return "A";
  const at = Math.floor(state.length / 2);
  return state.slice(0, at) + (state[at] === "A" ? "B" : "A") + state.slice(at + 1);
}

/** An acceptance of an `elicitation/create` by somebody who only saw the question. */
export function acceptance(question) {
  const { mode, message, requestedSchema } = question.params;
  const accepted = { jsonrpc: "2.0", id: question.id, result: { action: "accept" } };
  if (mode !== "url") accepted.result.content = filledIn(requestedSchema, message);
  return accepted;
}

/** Values that the schema allows. A text is the one that the message quotes, as a typed confirmation wants it. */
export function filledIn(schema, message = "") {
  const quoted = /`([^`]+)`/.exec(message)?.[1];
  const fields = Object.entries(schema?.properties ?? {});
  return Object.fromEntries(fields.map(([name, field]) => [name, value(field, quoted)]));
}

function value(field, quoted) {
  const choices = field.enum ?? field.oneOf?.map((o) => o.const) ?? field.anyOf?.map((o) => o.const);
  if (choices) return choices[0];
  switch (field.type) {
    case "boolean":
      return true;
    case "integer":
    case "number":
      return field.minimum ?? field.maximum ?? 1;
    case "array":
      return Array.from({ length: field.minItems ? 1 : 0 }, () => value(field.items, quoted));
    default:
      return text(field, quoted);
  }
}

function text(field, quoted) {
  const formats = {
    email: "somebody@example.com",
    uri: "https://example.com/",
    date: "2026-01-01",
    "date-time": "2026-01-01T00:00:00Z",
  };
  const made = formats[field.format] ?? quoted ?? "somebody";
  const long = made.padEnd(field.minLength ?? 0, "x");
  return field.format ? long : long.slice(0, field.maxLength ?? long.length);
}

/** A text that comes in pieces, cut into events: `push` gives `{raw, data}` for each complete one, `rest` what is left. */
export class Events {
  #held = "";

  push(piece) {
    this.#held += piece;
    const events = [];
    for (;;) {
      const end = /\r\n\r\n|\n\n|\r\r/.exec(this.#held);
      if (!end) return events;
      const raw = this.#held.slice(0, end.index + end[0].length);
      this.#held = this.#held.slice(raw.length);
      events.push({ raw, data: data(raw) });
    }
  }

  get rest() {
    return this.#held;
  }
}

function data(raw) {
  const lines = raw.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice(5).replace(/^ /, "")).join("\n");
}

/** The JSON of a text; undefined if it is none. */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
