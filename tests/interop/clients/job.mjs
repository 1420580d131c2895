// One job: a server, perhaps something between, and a driver that goes through the scenarios.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { Program, isStopping, listening } from "./process.mjs";
import { meddled } from "./scenarios/proof.mjs";

/** How long a driver may be silent beyond a scenario's own bound, in seconds, if the job does not say. */
const GRACE = 20;
/** How long a scenario may take that says nothing of it, in seconds. */
const SECONDS = 30;

const between = new URL("between.mjs", import.meta.url).pathname;

/** What a job is called in messages. */
export const named = (job) =>
  `${job.client.title}, ${job.transport}, ${job.era} era${job.deployment ? `, ${job.deployment}` : ""}`;

/**
 * Runs a job. Gives a record for each scenario (`asked`, `ends`, `progress`, and `wire` if something stood between), and what the
 * connection negotiated. Never throws: what kept it from going on is in `failed`.
 */
export async function run(job, programs) {
  const folder = mkdtempSync(join(tmpdir(), "askback-job-"));
  const record = join(folder, "record.jsonl");
  const started = [];
  try {
    const server = await place(job, programs, record, started);
    const told = await drive(job, server);
    if (job.between) prove(job, read(record), told);
    return told;
  } catch (error) {
    return { records: new Map(), failed: error.message };
  } finally {
    for (const program of started.reverse()) await program.stop();
    rmSync(folder, { recursive: true, force: true });
    // Nothing came of it, and nothing more is to be begun.
    if (isStopping()) await new Promise(() => {});
  }
}

/** Where the driver connects to: what it starts itself over stdio, or what was started here. */
async function place(job, programs, record, started) {
  const command = programs[job.server];
  const { args = [], env = {} } = job.setup ?? {};
  if (job.transport === "stdio") {
    const server = { command, args: ["--stdio", ...args], env };
    if (!job.between) return server;
    const way = [between, job.between, "--record", record, "--stdio", "--", server.command, ...server.args];
    return { command: programs.node, args: way, env };
  }
  const urls = [];
  // Effects are counted over all replicas.
  const shared = job.replicas ? ["--effects", join(dirname(record), "effects")] : [];
  for (let replica = 0; replica < (job.replicas ?? 1); replica += 1) {
    const { program, url } = await listening(command, ["--http", "127.0.0.1:0", ...shared, ...args], { env });
    started.push(program);
    urls.push(url);
  }
  const headers = job.setup?.headers ?? {};
  if (!job.between) return { url: urls[0], headers };
  const way = [between, job.between, "--record", record, ...urls.flatMap((url) => ["--http", url])];
  const { program, url } = await listening(programs.node, way);
  started.push(program);
  return { url, headers };
}

async function drive(job, server) {
  const scenarios = job.scenarios.map(({ id, calls, answers, seconds = SECONDS }) => ({ id, calls, answers, seconds }));
  const records = new Map(scenarios.map(({ id }) => [id, { asked: [], ends: [], progress: [], wire: [] }]));
  const told = { records };
  const grace = job.grace ?? GRACE;
  let waiting = "the connection";
  let clock;
  let silent = false;

  const [command, args] = job.client.command(job);
  const input = JSON.stringify({ server, era: job.era, options: job.options ?? {}, scenarios });
  const driver = new Program(command, args, { env: job.client.env, input, line });

  function wait(seconds) {
    clearTimeout(clock);
    clock = setTimeout(() => {
      silent = seconds;
      driver.stop();
    }, seconds * 1000);
  }
  function line(text) {
    let said;
    try {
      said = JSON.parse(text);
    } catch {
      told.failed ??= `a line that is no JSON: ${text.slice(0, 200)}`;
      return;
    }
    const scenario = scenarios.find(({ id }) => id === said.scenario);
    wait((scenario?.seconds ?? SECONDS) + grace);
    if (said.connected) told.connected = said.connected;
    if (said.failed) told.failed ??= said.failed;
    if (!scenario) return;
    const entry = records.get(scenario.id);
    if (said.waiting) waiting = `${scenario.id}: ${said.waiting}`;
    if (said.asked) entry.asked.push(said);
    if (said.progress) entry.progress.push(said.progress);
    if (said.end) entry.ends.push(said.end);
  }

  wait(SECONDS + grace);
  // Each scenario may take a connection of its own, to be made and closed.
  const whole = scenarios.reduce((sum, { seconds }) => sum + seconds + 2 * SECONDS + grace, SECONDS + grace) * (job.patience ?? 1);
  const bound = setTimeout(() => {
    told.failed ??= `not over after ${whole} s; it waited for ${waiting}`;
    driver.stop();
  }, whole * 1000);
  const why = await driver.ended;
  clearTimeout(clock);
  clearTimeout(bound);
  // What it left behind.
  driver.kill();
  if (silent) told.failed = `nothing for ${silent} s; it waited for ${waiting}`;
  else if (why) told.failed ??= `the driver ended: ${why}, while it waited for ${waiting}\n${driver.errors}`;
  return told;
}

function read(record) {
  try {
    return readFileSync(record, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/** Whether the job tried what it is there for; and each scenario gets its part of the wire. */
function prove(job, wire, told) {
  const { proof = (wire) => meddled(job.between, wire) } = job;
  if (!proof(wire)) told.failed ??= `nothing on the wire shows that what stands between (${job.between}) did what it is for`;
  divide(wire, job.scenarios, told.records);
}

/** Gives each scenario its part of the wire: as many calls as it has, each from its first request on. */
function divide(wire, scenarios, records) {
  const calls = [];
  for (const line of wire) {
    if (line.from === "client" && line.message && starts(line.message)) calls.push([]);
    calls.at(-1)?.push(line);
  }
  for (const scenario of scenarios) {
    records.get(scenario.id).wire = calls.splice(0, scenario.calls.length).flat();
  }
}

const starts = (message) =>
  ["tools/call", "prompts/get", "resources/read"].includes(message.method) && message.params?.requestState === undefined;
