// What the drivers written in JavaScript share: the job they read, the answers they give, the lines they write and the bounds on
// all of it. A driver judges nothing.

import { createRequire } from "node:module";
import { join } from "node:path";

/** How long connecting may take, and closing, in seconds. */
export const CONNECT = 30;
/** How long a scenario may take that says nothing of it, in seconds. */
const SECONDS = 30;

/** Where the clients are installed: a folder with `node_modules`. */
export function installed() {
  const folder = process.env.ASKBACK_CLIENTS;
  if (!folder) throw new Error("ASKBACK_CLIENTS is not set; it is the folder in whose node_modules the clients are");
  return folder;
}

/** `require` for what is installed there. */
export const fromInstalled = () => createRequire(join(installed(), "package.json"));

/** Writes a line of the report. Standard output is a pipe or a file: this returns when it is written. */
export const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Rejects with what was waited for when `seconds` are over. What goes on then is the caller's to end. */
export async function within(seconds, promise, what) {
  let clock;
  const late = new Promise((_, reject) => {
    const why = () => new Late(`nothing for ${seconds} s; it was waited for ${what}`);
    clock = setTimeout(() => reject(why()), seconds * 1000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(clock);
  }
}

/** A bound is over. */
export class Late extends Error {}

/** What a call is, in the words of the protocol. */
export function callName({ tool, prompt, resource }) {
  if (tool !== undefined) return `tools/call ${tool}`;
  return prompt === undefined ? `resources/read ${resource}` : `prompts/get ${prompt}`;
}

/** A result as the report has it, whatever was called. */
export function ended(result) {
  const items = result.content ?? result.messages?.map(({ content }) => content) ?? result.contents ?? [];
  const texts = items.flat().map(({ text }) => text).filter((text) => text !== undefined);
  return { text: texts.join("\n"), isError: result.isError === true, structured: result.structuredContent };
}

/** A scenario while it runs: whose answers are used up, what is waited for, and whether it still says anything. */
export class Scenario {
  #answers;
  #write;
  #call = "";
  #over = false;
  /** What is waited for now. */
  waitsFor = "its first call";

  constructor(given, write = say) {
    this.id = given.id;
    this.calls = given.calls;
    this.seconds = given.seconds ?? SECONDS;
    this.#answers = [...(given.answers ?? [])];
    this.#write = write;
  }

  /** Whether some answer that is not used yet does this. */
  plans(action) {
    return this.#answers.some((answer) => answer.action === action);
  }

  /** A call starts. */
  begin(call) {
    this.#call = callName(call);
    this.#waits(`the first question, or the end, of ${this.#call}`);
  }

  /**
   * A question came. Gives what the person does, once they have thought about it: `{action, content}`; a cancel if the
   * scenario has no answer. `cannot(answer)` may say why this client has no means for that answer.
   */
  async asked(question, { cannot = () => undefined, signal } = {}) {
    const at = this.#answers.findIndex(({ about }) => question.message?.includes(about));
    const [answer] = at < 0 ? [undefined] : this.#answers.splice(at, 1);
    const { action = "cancel", content, after = 0 } = answer ?? {};
    const answered = answer ? { action, content, cannot: cannot(answer) } : null;
    this.say({ asked: question, answered });
    if (after > 0) {
      this.#waits(`the person, who takes ${after} ms for ${JSON.stringify(question.message)}`);
      await pause(after, signal);
    }
    this.#waits(`the next question, or the end, of ${this.#call}`);
    return { action, content };
  }

  /** A line about this scenario. What comes after its end belongs to no scenario and is not written. */
  say(line) {
    if (!this.#over) this.#write({ scenario: this.id, ...line });
  }

  #waits(what) {
    this.waitsFor = what;
    this.say({ waiting: what });
  }

  /** Makes the calls, one after the other, within the bound. False if the bound came first, or `call` had enough. */
  async run(call) {
    const calls = async () => {
      for (const one of this.calls) {
        this.begin(one);
        const end = await call(one, this);
        this.say({ end });
        if (end.cannot || this.#over) break;
      }
    };
    try {
      await within(this.seconds, calls(), this.waitsFor);
      return true;
    } catch (error) {
      if (!(error instanceof Late)) throw error;
      this.say({ end: { timedOut: this.waitsFor } });
      return false;
    } finally {
      this.#over = true;
    }
  }
}

/** Waits, or until `signal` says that nobody waits for the answer any more. */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const clock = setTimeout(resolve, milliseconds);
    const enough = () => {
      clearTimeout(clock);
      resolve();
    };
    if (signal?.aborted) enough();
    signal?.addEventListener("abort", enough, { once: true });
  });
}

/** Reads the job: one JSON object, until the end of standard input. */
async function readJob(input) {
  let text = "";
  for await (const piece of input.setEncoding("utf8")) text += piece;
  return JSON.parse(text);
}

/**
 * Goes through the job of standard input. `connect(job)` gives a client: `version`, `call(call, scenario)` which gives an `end`,
 * `usable()`, `close()`. One connection serves all scenarios, until one of them runs out of time or loses it.
 */
export async function drive(connect) {
  let client;
  try {
    const job = await readJob(process.stdin);
    for (const given of job.scenarios) {
      if (!client) {
        client = await connect(job);
        say({ connected: { version: client.version } });
      }
      const scenario = new Scenario(given);
      const inTime = await scenario.run((call) => client.call(call, scenario));
      if (!inTime || !client.usable()) {
        await closed(client);
        client = undefined;
      }
    }
  } catch (error) {
    say({ failed: error.message });
    process.exitCode = 1;
  }
  if (client) await closed(client);
  // Whatever a client left open: a timer or a stream of its own must not keep the driver.
  process.exit();
}

async function closed(client) {
  try {
    await within(CONNECT, client.close(), "the end of the connection");
  } catch (error) {
    console.error(`closing: ${error.message}`);
  }
}
