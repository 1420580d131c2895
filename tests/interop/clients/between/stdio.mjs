// The stdio side: the server is a child of this process, a message is a line.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { isRequest, isResponse, parsed } from "./messages.mjs";

const REPLAY_MS = 10_000;
const GRACE_MS = 3_000;

class Pipe {
  session = "";
  note = {};
  modern = true;
  #requests = new Map();
  #ours = new Map();

  constructor(traffic, child) {
    this.traffic = traffic;
    this.child = child;
  }

  request(id) {
    return this.#requests.get(id);
  }

  reply(message) {
    process.stdout.write(`${JSON.stringify(message)}\n`);
  }

  pass(message, changed) {
    if (isRequest(message)) this.#requests.set(message.id, message);
    if (message.method === "initialize") this.modern = false;
    this.child.stdin.write(`${changed ? JSON.stringify(message) : this.line}\n`);
  }

  async send(message) {
    this.traffic.record.line("between", "server", { message });
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
    if (!isRequest(message)) return;
    let timer;
    await Promise.race([
      new Promise((resolve) => this.#ours.set(message.id, resolve)),
      new Promise((resolve) => (timer = setTimeout(resolve, REPLAY_MS))),
    ]);
    clearTimeout(timer);
    if (this.#ours.delete(message.id)) {
      this.traffic.record.line("between", "between", { note: `no answer to ${message.id} within ${REPLAY_MS} ms` });
    }
  }

  /** Whether it belongs to a request of ours: taken at once, since what waits for it holds up everything behind. */
  takes(message) {
    const token = message?.params?.progressToken ?? (isResponse(message) ? message.id : undefined);
    const resolve = this.#ours.get(token);
    if (!resolve) return false;
    this.traffic.record.line("server", "between", { message });
    if (isResponse(message)) {
      this.#ours.delete(token);
      resolve();
    }
    return true;
  }

  async fromClient(line) {
    const message = parsed(line);
    this.line = line;
    if (message === undefined || Array.isArray(message)) {
      this.traffic.record.line("client", "server", { raw: line });
      this.child.stdin.write(`${line}\n`);
      return;
    }
    await this.traffic.fromClient(message, this);
  }

  async fromServer(line) {
    const message = parsed(line);
    if (message === undefined) this.traffic.record.line("server", "client", { raw: line });
    else await this.traffic.fromServer(message, this);
    process.stdout.write(`${line}\n`);
  }
}

/** Runs the command until the client or the server goes away, and ends this process with the server's code. */
export function serveStdio(traffic, [command, ...args]) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const pipe = new Pipe(traffic, child);
  const end = (code) => process.exit(code);
  child.on("error", (error) => {
    process.stderr.write(`between: ${command} does not start: ${error.message}\n`);
    end(1);
  });
  child.stdin.on("error", () => {});
  process.stdout.on("error", () => child.kill());

  // One after the other, each way.
  let out = Promise.resolve();
  createInterface({ input: process.stdin }).on("line", (line) => {
    if (line.trim()) out = out.then(() => pipe.fromClient(line));
  });
  let back = Promise.resolve();
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.trim() || pipe.takes(parsed(line))) return;
    back = back.then(() => pipe.fromServer(line));
  });
  process.stdin.on("end", () => {
    out.then(() => child.stdin.end());
    setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
  });
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      child.kill();
      setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
    });
  }
  child.on("close", (code) => back.then(() => process.stdout.write("", () => end(code ?? 1))));
}
