// What may come out of a scenario, as words of the table.

/** An outcome: the word for the table, what the calls have to end with, and how many questions were asked. */
export const outcome = (word, ends, asked) => ({ word, ends, asked });

/** A call that finished with this text, and no error. */
export const text = (pattern) => ({ text: pattern, isError: false });

/** A tool's result that says it went wrong. */
export const refused = (pattern) => ({ text: pattern, isError: true });

/** A JSON-RPC error of the server's, as the client showed it. */
export const error = (code, pattern = /./) => ({ code, pattern });

/** A failure that the client made itself: no code of the server's stands in it. */
export const ownError = (pattern = /./) => ({ own: pattern });

export const declined = (key) => refused(new RegExp(`^The person declined the question \`${key}\``));
export const cancelled = (key) => refused(new RegExp(`^The person closed the question \`${key}\` without an answer`));

/** The error of a prompt or a resource, which have no place for a result that is one. */
export const declinedError = (key) => error(-31001, new RegExp(`declined the question \`${key}\``));
export const cancelledError = (key) => error(-31002, new RegExp(`closed the question \`${key}\``));

/** How often a run had its effect. */
export const effects = (run) => ({ tool: "effects", arguments: { run } });

export const accept = (about, content) => ({ about, action: "accept", content });
export const yes = (about) => accept(about, { confirm: true });
export const no = (about) => ({ about, action: "decline" });
export const close = (about) => ({ about, action: "cancel" });
