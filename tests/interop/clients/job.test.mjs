import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { run } from "./job.mjs";

/** A job whose driver is a line of JavaScript. */
const job = (script, more = {}) => ({
  client: { title: "A client", command: () => [process.execPath, ["-e", script]] },
  server: "server",
  transport: "stdio",
  era: "modern",
  scenarios: [{ id: "first", calls: [{ tool: "a" }], answers: [], seconds: 1 }],
  grace: 0.2,
  ...more,
});
const programs = { node: process.execPath, server: "/bin/false" };
const say = (...lines) => lines.map((line) => `console.log(${JSON.stringify(JSON.stringify(line))});`).join("");

test("what a driver says is kept by scenario", async () => {
  const said = await run(
    job(say({ connected: { version: "2026-07-28" } }, { scenario: "first", end: { text: "done" } })),
    programs,
  );
  assert.equal(said.failed, undefined);
  assert.equal(said.connected.version, "2026-07-28");
  assert.deepEqual(said.records.get("first").ends, [{ text: "done" }]);
});

test("a driver that is silent is ended, and what it waited for is said", async () => {
  const waits = say({ scenario: "first", waiting: "the first question of tools/call a" });
  const said = await run(job(`${waits}setInterval(() => {}, 1000)`), programs);
  assert.match(said.failed, /nothing for 1.2 s; it waited for first: the first question of tools\/call a/);
});

test("a driver that ends badly fails the job", async () => {
  const said = await run(job("console.error('no such client'); process.exit(3)"), programs);
  assert.match(said.failed, /exit code 3[^]*no such client/);
});

test("a driver that talks for ever is ended, too", async () => {
  const line = JSON.stringify({ scenario: "first", waiting: "nothing" });
  const said = await run(job(`setInterval(() => console.log(${JSON.stringify(line)}), 200)`, { patience: 0.02 }), programs);
  assert.match(said.failed, /not over after .* s; it waited for first: nothing/);
});

test("a driver is over although something that it started holds its output", async () => {
  const script = `const sleeper = require("node:child_process").spawn("sleep", ["60"], { detached: true, stdio: ["ignore", "inherit", "inherit"] });
    console.log(JSON.stringify({ scenario: "first", waiting: String(sleeper.pid) }));
    sleeper.unref();`;
  const said = await run(job(script), programs);
  process.kill(Number(/first: (\d+)/.exec(said.failed)[1]));
});

test("a server that does not listen fails the job, and says so", async () => {
  const said = await run(job("", { transport: "http" }), programs);
  assert.match(said.failed, /\/bin\/false ended before it listened: exit code 1/);
});

test("who stops the runner lets a program end what is out of reach", async () => {
  // As the Inspector's daemon: a session of its own.
  const driver = `const sleeper = require("node:child_process").spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    process.on("exit", () => sleeper.kill("SIGKILL"));
    process.on("SIGTERM", () => process.exit(1));
    console.log(sleeper.pid);
    setInterval(() => {}, 1000);`;
  const script = `import { Program } from ${JSON.stringify(new URL("process.mjs", import.meta.url).href)};
    new Program(process.execPath, ["-e", ${JSON.stringify(driver)}], { line: console.log });`;
  const runner = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const pid = Number(await new Promise((resolve) => runner.stdout.once("data", resolve)));
  runner.kill("SIGTERM");
  await once(runner, "close");
  for (let tries = 0; tries < 50 && alive(pid); tries += 1) await sleep(100);
  assert.ok(!alive(pid));
});

test("who stops the runner stops what it started", async () => {
  const script = `import { Program } from ${JSON.stringify(new URL("process.mjs", import.meta.url).href)};
    const sleeper = new Program("sleep", ["60"]);
    console.log(sleeper.child.pid);`;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    const runner = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const pid = Number(await new Promise((resolve) => runner.stdout.once("data", resolve)));
    assert.doesNotThrow(() => process.kill(pid, 0));
    runner.kill(signal);
    await once(runner, "close");
    // Killed is not gone until the system has heard of it.
    for (let tries = 0; tries < 50 && alive(pid); tries += 1) await sleep(100);
    assert.ok(!alive(pid), signal);
  }
});

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
