// Runs every client through every scenario, and writes what came of it to docs/clients.md.
//
// usage: node run.mjs [--client NAME] [--section TITLE] --node … --python … --installed … --examples … --root …
//        (clients.sh gives the paths)
// The exit code is 0 if every result is an expected one and the page is what it was. With a choice of clients or sections the
// page is neither written nor compared.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { named, run } from "./job.mjs";
import { judge } from "./judge.mjs";
import { clients as known, jobs, sections as all } from "./matrix.mjs";
import { page } from "./page.mjs";
import { OPTIONS, programs as found } from "./programs.mjs";
import { eraOf } from "./table.mjs";

/** Clients wait most of the time. */
const SIDE_BY_SIDE = 3;

const options = ["client", "section", ...OPTIONS].map((name) => [name, { type: "string" }]);
const { values } = parseArgs({ options: Object.fromEntries(options) });
const programs = found(values);
const chosen = (list, name, by) => {
  const some = list.filter((item) => name === undefined || by(item) === name);
  if (some.length === 0) throw new Error(`${name} is none of ${list.map(by).join(", ")}`);
  return some;
};
const clients = chosen(known(programs), values.client, ({ id }) => id);
const sections = chosen(all, values.section, ({ title }) => title);

const results = [];
const negotiated = [];
const faults = [];
const todo = jobs(clients, sections);
let done = 0;

async function work() {
  for (let job = todo.shift(); job; job = todo.shift()) {
    const start = Date.now();
    const said = await run(job, programs);
    const before = faults.length;
    take(job, said);
    done += 1;
    const verdict = faults.length === before ? "pass" : "FAIL";
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    console.log(`${verdict}  ${named(job)}, ${job.section.title}: ${job.scenarios.length} scenarios in ${seconds} s`);
    for (const fault of faults.slice(before)) console.log(`      ${fault}`);
  }
}

function take(job, said) {
  if (!said.connected) {
    faults.push(`${named(job)}: no connection; ${said.failed}`);
    return;
  }
  const era = eraOf(said.connected.version);
  negotiated.push({ client: job.client.id, asked: job.era, version: said.connected.version });
  if (said.failed) faults.push(`${named(job)}: ${said.failed}`);
  if (job.era !== "default" && era !== job.era) faults.push(`${named(job)}: it came to ${said.connected.version}`);
  for (const scenario of job.scenarios) {
    const { word, why } = judge(scenario, said);
    if (why) faults.push(`${named(job)}: ${scenario.id}: ${why}`);
    results.push({ scenario, client: job.client.id, transport: job.transport, era, word: word ?? "FAILED" });
  }
}

const start = Date.now();
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
console.log(`${results.length} results of ${done} connections in ${Math.round((Date.now() - start) / 1000)} s`);

if (faults.length > 0) console.log(`${faults.length} are not as expected`);
let good = faults.length === 0;
if (values.client === undefined && values.section === undefined) good = compare() && good;
process.exit(good ? 0 : 1);

/** The page is written in any case, so that a difference can be looked at and committed. */
function compare() {
  const now = page({ clients, sections, results, negotiated, versions: programs.versions });
  let before = "";
  try {
    before = readFileSync(programs.page, "utf8");
  } catch {
    // There is none yet.
  }
  writeFileSync(programs.page, now);
  if (now === before) return true;
  console.log(`FAIL  ${programs.page} is not what it was:`);
  const [old, lines] = [before.split("\n"), now.split("\n")];
  for (const line of old.filter((line) => !lines.includes(line))) console.log(`      - ${line}`);
  for (const line of lines.filter((line) => !old.includes(line))) console.log(`      + ${line}`);
  return false;
}
