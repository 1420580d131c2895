// The record of what passed: JSON lines, written at once, so that nothing is lost when this process is killed.

import { openSync, writeSync } from "node:fs";

export class Record {
  // Appends: a client that connects again starts another one of these on the same file.
  constructor(file) {
    this.fd = openSync(file, "a");
  }

  line(from, to, what) {
    writeSync(this.fd, `${JSON.stringify({ from, to, ...what })}\n`);
  }
}
