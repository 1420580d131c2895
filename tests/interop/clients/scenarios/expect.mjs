// What may come out of a scenario, as words of the table.

/** An outcome: the word for the table, what the calls have to end with, and how many questions were asked. */
export const outcome = (word, ends, asked) => ({ word, ends, asked });

/** A call that finished with this text, and no error. */
export const text = (pattern) => ({ text: pattern, isError: false });

/** A tool's result that says it went wrong. */
export const refused = (pattern) => ({ text: pattern, isError: true });

/** A JSON-RPC error of the server's, by its words and its code. The Inspector shows no codes. */
export const error = (code, pattern) => ({ code, pattern });

/**
 * A failure that the client made itself, before the server heard of it. Some clients show it without a code, some with one
 * of JSON-RPC's; `pattern` tells that from an error of the server's.
 */
export const ownError = (pattern) => ({ own: pattern });

/** What the clients say that check an answer against the schema. */
export const misfit = ownError(/is too short|is not valid under|is a required property|is not of type/);

/** What a driver says whose handler fails. */
export const failing = ownError(/the (handler|dialog) fail/);

/** What the clients say that give a call up. */
export const timeout = ownError(/time[d]?[ -]?out/i);

/** In the handshake era the server hears of it. */
export const noAnswer = (key) =>
  refused(new RegExp(`^The question \`${key}\` got no answer: the client answered it with an error`));

export const declined = (key) => refused(new RegExp(`^The person declined the question \`${key}\``));
export const cancelled = (key) => refused(new RegExp(`^The person closed the question \`${key}\` without an answer`));

/** The error of a prompt or a resource, which have no place for a result that is one. */
export const declinedError = (key) => error(-31001, new RegExp(`declined the question \`${key}\``));
export const cancelledError = (key) => error(-31002, new RegExp(`closed the question \`${key}\``));

/** How often a run had its effect. */
export const effects = (run) => ({ tool: "effects", arguments: { run } });
export const once = text(/^1$/);
export const never = text(/^0$/);

export const accept = (about, content) => ({ about, action: "accept", content });
export const yes = (about) => accept(about, { confirm: true });
export const no = (about) => ({ about, action: "decline" });
export const close = (about) => ({ about, action: "cancel" });
