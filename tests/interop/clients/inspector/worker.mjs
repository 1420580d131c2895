// Runs commands of `mcpdo`, one after the other, as its own program does: only that what it consists of is loaded once, which
// takes longer than most commands. Its path is the argument. A message is `{args, env}`, the reply `{code, output, errors}`.

import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";

const program = realpathSync(process.argv[2]);
// It runs if it is what was started.
process.argv[1] = program;
const href = pathToFileURL(program).href;

const written = { output: "", errors: "" };
let end;
process.exit = (code) => end(code ?? 0);
take(process.stdout, "output");
take(process.stderr, "errors");

let count = 0;
process.on("message", async ({ args, env }) => {
  Object.assign(process.env, env);
  Object.assign(written, { output: "", errors: "" });
  process.argv.length = 2;
  process.argv.push(...args);
  const ended = new Promise((resolve) => (end = resolve));
  // Its main part anew; what that imports is there already.
  await import(`${href}?${(count += 1)}`);
  const code = await ended;
  process.send({ code, ...written });
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

/** Keeps what is written to a stream, instead of writing it. */
function take(stream, name) {
  stream.write = (piece, encoding, done) => {
    written[name] += typeof piece === "string" ? piece : Buffer.from(piece).toString();
    const callback = typeof encoding === "function" ? encoding : done;
    if (callback) process.nextTick(callback);
    return true;
  };
}
