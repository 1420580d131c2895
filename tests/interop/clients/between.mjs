// Stands between a client and a server. It records what passes and, by its mode, does what a faulty client, a stranger or
// a bad network would do.
//
//   node between.mjs MODE --record FILE --stdio -- COMMAND ARGS…        used as the command of a stdio server
//   node between.mjs MODE --record FILE --http URL [--http URL …]       prints `listening on http://127.0.0.1:PORT/mcp`
//
// FILE gets a JSON line for each message, `{"from": …, "to": …, "message": {…}}`, where both are `client`, `server` or
// `between`; over HTTP also the `status` of a response, the `method` if it is not POST, the `url` of a replica, and who it was
// `as` when not the client. A response without a message is a line without one, and so is a `note` from `between` to `between`.
// Headers are not recorded: there are tokens in them. `between/modes.mjs` says what each mode does.
//
// It ends with its client: when standard input closes (over HTTP only if it is a pipe), its server ends, or on SIGTERM.

import { fstatSync } from "node:fs";
import { parseArgs } from "./between/arguments.mjs";
import { MODES } from "./between/modes.mjs";
import { Record } from "./between/record.mjs";
import { Traffic } from "./between/traffic.mjs";
import { serveHttp } from "./between/http.mjs";
import { serveStdio } from "./between/stdio.mjs";

const MINUTES = 30;

function main() {
  const parsed = parseArgs(process.argv.slice(2), MODES);
  if (parsed.error) {
    process.stderr.write(`between: ${parsed.error}\n`);
    process.exit(2);
  }
  const mode = MODES[parsed.mode]();
  const traffic = new Traffic(parsed.mode, mode, new Record(parsed.record));
  // Nothing that it is part of takes longer; whoever forgot it should not find it tomorrow.
  setTimeout(() => process.exit(3), MINUTES * 60_000).unref();
  if (parsed.command) return serveStdio(traffic, parsed.command);
  const input = fstatSync(0);
  if (input.isFIFO() || input.isSocket()) process.stdin.on("end", () => process.exit(0)).resume();
  return serveHttp(traffic, parsed.urls);
}

main();
