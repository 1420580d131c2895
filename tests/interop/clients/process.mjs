// Programs that are started here: their lines, their end, and a bound on both.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What runs now: it ends with this process, however that ends. */
const live = new Set();
process.on("exit", () => live.forEach((program) => program.kill()));
let stopping = false;
/** Whether somebody stops this process: what ends now ends because of that. */
export const isStopping = () => stopping;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    // Gently: what a program started in a session of its own is out of reach here, and its own to end.
    Promise.all([...live].map((program) => program.stop())).then(() => process.exit(1));
  });
}

/**
 * A program in a process group of its own, so that what it started ends with it.
 * `line` gets every line of its standard output; the end of its standard error is kept for the report.
 */
export class Program {
  #errors = [];

  constructor(command, args, { env = {}, input, line = () => {} } = {}) {
    if (stopping) throw new Error(`${command} is not started any more`);
    this.child = spawn(command, args, {
      env: { ...process.env, ...env },
      detached: true,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    const read = createInterface({ input: this.child.stdout });
    read.on("line", line);
    createInterface({ input: this.child.stderr }).on("line", (text) => {
      this.#errors.push(text);
      if (this.#errors.length > 20) this.#errors.shift();
    });
    live.add(this);
    // All lines have been read by then.
    this.ended = new Promise((resolve) => {
      this.child.on("error", (error) => resolve(error.message));
      this.child.on("close", (code, signal) => resolve(code === 0 ? null : `exit code ${code ?? signal}`));
    });
    if (input !== undefined) {
      // A program that ends without reading its input says so by its exit code.
      this.child.stdin.on("error", () => {});
      this.child.stdin.end(input);
    }
  }

  /** What it last wrote to standard error. */
  get errors() {
    return this.#errors.join("\n");
  }

  /** Ends it and what it started: gently first, for good after two seconds. */
  async stop() {
    this.#signal("SIGTERM");
    const late = setTimeout(() => {
      this.#signal("SIGKILL");
      // Whoever else holds them does not hold us.
      this.child.stdout.destroy();
      this.child.stderr.destroy();
    }, 2000);
    await this.ended;
    clearTimeout(late);
    // What it started and left behind.
    this.kill();
  }

  /** Ends it and what it started at once. */
  kill() {
    live.delete(this);
    this.#signal("SIGKILL");
  }

  #signal(signal) {
    // It never started.
    if (this.child.pid === undefined) return;
    try {
      process.kill(-this.child.pid, signal);
    } catch {
      // It has ended.
    }
  }
}

/** Starts a program that prints `listening on URL`, and gives both. */
export async function listening(command, args, options = {}, seconds = 20) {
  let found;
  const url = new Promise((resolve) => (found = resolve));
  const line = (text) => {
    const match = /^listening on (\S+)/.exec(text);
    if (match) found(match[1]);
  };
  const program = new Program(command, args, { ...options, line });
  const ended = program.ended.then((why) => {
    throw new Error(`${command} ended before it listened: ${why}\n${program.errors}`);
  });
  let clock;
  const late = new Promise((_, reject) => {
    clock = setTimeout(() => reject(new Error(`${command}: nothing for ${seconds} s; it was waited for that it listens`)), seconds * 1000);
  });
  try {
    return { program, url: await Promise.race([url, ended, late]) };
  } catch (error) {
    await program.stop();
    throw error;
  } finally {
    clearTimeout(clock);
    ended.catch(() => {});
  }
}
