// Drives the Inspector's `mcpdo`: a command that talks to a daemon of its own, which holds the connection. A call that asks is
// parked there, and `elicitation/respond` goes on with it.

import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { CONNECT, drive, ended, installed, within } from "./driver.mjs";

const inspector = join(installed(), "node_modules/@modelcontextprotocol/inspector");
const manifest = JSON.parse(readFileSync(join(inspector, "package.json"), "utf8"));
const mcpdo = join(inspector, manifest.bin.mcpdo);
const workerScript = new URL("inspector/worker.mjs", import.meta.url);

/** What is said about the era: by default nothing. */
const ERA = { default: [], modern: ["--era", "modern"], handshake: ["--era", "legacy"] };

/** What was started and has to be ended, however this process ends. */
const live = new Set();

class Mcpdo {
  #home = mkdtempSync(join(tmpdir(), "mcpdo-"));
  #env;
  #worker;
  #daemon;
  #closed = false;

  static async connect(job) {
    const connection = new Mcpdo();
    live.add(connection);
    try {
      await within(CONNECT, connection.#connect(job), "mcpdo to connect");
    } catch (error) {
      await connection.close();
      throw new Error(`connecting: ${error.message}`, { cause: error });
    }
    return connection;
  }

  constructor() {
    const temporary = join(this.#home, "t");
    mkdirSync(temporary);
    const { PATH, LANG } = process.env;
    this.#env = {
      PATH,
      LANG,
      // Without a key ring, nothing outside of its home is read or written.
      HOME: this.#home,
      TMPDIR: temporary,
      MCP_INSPECTOR_SECRET_STORE: "file",
      // A third of what a command costs is reading the program.
      NODE_COMPILE_CACHE: join(installed(), ".compiled"),
    };
  }

  async #connect({ server, era }) {
    const { text } = await this.#command(["private"]);
    for (const [, name, value] of text.matchAll(/^export (\w+)='(.*)'$/gm)) this.#env[name] = value;
    if (!this.#env.MCP_INSPECTOR_DAEMON_DIR) throw new Error(`mcpdo private gave no folder for a daemon: ${text}`);
    const connected = await this.#command(["connect", ...ERA[era], ...target(server)]);
    this.#daemon = this.#pid();
    if (connected.error) throw new Error(connected.error.message);
    if (connected.result.authUrl) throw new Error("the server wants somebody to sign in");
    const { result, error } = await this.#command(["connections/show"]);
    if (error) throw new Error(error.message);
    this.version = result.protocolVersion;
  }

  async call(call, scenario) {
    if (scenario.plans("fail")) return { cannot: "mcpdo asks the person itself: nothing of a user's could fail" };
    let told = await this.#command(request(call));
    for (let pending; (pending = told.result?.elicitationPending); ) {
      const { elicitationId, mode, message, requestedSchema, url } = pending;
      const question = { mode, message, schema: requestedSchema, url };
      const answer = await scenario.asked(question, { cannot: (answer) => cannot(mode, answer) });
      told = await this.#command(["elicitation/respond", elicitationId, ...respond(mode, answer)]);
    }
    if (told.result) return ended(told.result);
    // It shows what the server's error says, without the number that the error has.
    return { error: { code: null, message: told.error.message, data: told.error } };
  }

  /** A dropped connection is made again by mcpdo itself. */
  usable() {
    return true;
  }

  async close() {
    this.#stop();
    const stopped = this.#daemon && this.#command(["daemon", "stop"]);
    this.#closed = true;
    // Asked to stop, it ends the servers that it started, too.
    await within(10, stopped, "mcpdo daemon stop").catch(() => {});
    for (let tries = 0; tries < 20 && this.#daemon && alive(this.#daemon); tries += 1) await sleep(100);
    this.kill();
  }

  /** The end, at once. */
  kill() {
    live.delete(this);
    this.#closed = true;
    this.#stop();
    const daemon = this.#daemon ?? this.#pid();
    if (daemon && alive(daemon)) process.kill(daemon, "SIGKILL");
    rmSync(this.#home, { recursive: true, force: true });
  }

  /** Runs one command. Gives its `text`, and the JSON `result` in it or the `error` that it wrote instead. */
  #command(args) {
    // A command would start another daemon.
    if (this.#closed) throw new Error("the connection is closed");
    const worker = (this.#worker ??= fork(workerScript, [mcpdo], { env: this.#env, stdio: ["ignore", "inherit", "inherit", "ipc"] }));
    worker.send({ args: ["--format", "json", "--connection", "driver", ...args], env: this.#env });
    return new Promise((resolve) => {
      const ended = () => resolve({ text: "", error: { message: `mcpdo ${args[0]} was ended` } });
      worker.once("exit", ended);
      worker.once("message", ({ code, output, errors }) => {
        worker.off("exit", ended);
        const result = json(output);
        // A tool's result that says it went wrong is written, and an error that says so beside it.
        const error = result ? undefined : failure(errors) ?? { message: `mcpdo ${args[0]} ended with ${code}` };
        resolve({ text: output, result, error });
      });
    });
  }

  /** Ends the command that runs. */
  #stop() {
    this.#worker?.kill("SIGKILL");
    this.#worker = undefined;
  }

  #pid() {
    try {
      return Number.parseInt(readFileSync(join(this.#env.MCP_INSPECTOR_DAEMON_DIR, "mcpdod.lock"), "utf8"), 10) || undefined;
    } catch {
      return undefined;
    }
  }
}

function target({ url, headers = {}, command, args = [], env = {} }) {
  const given = (flag, pairs, between) =>
    Object.entries(pairs).flatMap(([name, value]) => [flag, `${name}${between}${value}`]);
  if (url) return ["--transport", "http", "--server-url", url, ...given("--header", headers, ": ")];
  return [...given("-e", env, "="), "--", command, ...args];
}

function request({ tool, prompt, resource, arguments: given = {} }) {
  if (tool !== undefined) return ["tools/call", tool, JSON.stringify(given)];
  if (resource !== undefined) return ["resources/read", resource];
  const pairs = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  return ["prompts/get", prompt, ...(pairs.length > 0 ? ["--prompt-args", ...pairs] : [])];
}

function respond(mode, { action, content = {} }) {
  if (action === "accept") return [mode === "url" ? "--done" : JSON.stringify(content)];
  return [action === "decline" && mode === "form" ? "--decline" : "--cancel"];
}

/** Why an answer cannot be given with `mcpdo`; it cancels then, so that the call ends. */
function cannot(mode, { action }) {
  return mode === "url" && action === "decline" ? "mcpdo has no decline for a page to visit" : undefined;
}

function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error among the lines of standard error. */
function failure(errors) {
  const found = errors.split("\n").map(json).find((line) => line?.error);
  return found?.error;
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

process.on("exit", () => live.forEach((connection) => connection.kill()));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

await drive((job) => Mcpdo.connect(job));
