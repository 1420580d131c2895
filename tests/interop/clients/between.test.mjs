// node --test between.test.mjs

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseArgs } from "./between/arguments.mjs";
import { acceptance, Events, filledIn, isFinal, tampered } from "./between/messages.mjs";
import { MODES } from "./between/modes.mjs";

const BETWEEN = fileURLToPath(new URL("./between.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "between-"));
after(() => rmSync(folder, { recursive: true }));

const recorded = (file) => readFileSync(file, "utf8").trim().split("\n").map(JSON.parse);

// A server on standard input and output that asks once, then says who answered what, each time that it is told.
const STDIO_SERVER = `
  const say = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\\n");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const m = JSON.parse(line);
    if (m.method === "initialize") say({ id: m.id, result: "initialized" });
    else if (m.method === "tools/call" && m.params.requestState) say({ id: m.id, result: { saw: m.params.requestState } });
    else if (m.method === "tools/call") say({ id: 7, method: "elicitation/create", params: { message: "Sure?" } });
    else if (m.method === undefined) say({ method: "saw", params: { action: m.result.action } });
  });`;

/** What the client gets, and what was recorded. Each step is what it says, and what it waits for before the next. */
async function stdio(mode, ...steps) {
  const record = join(folder, `${mode}.jsonl`);
  const args = [BETWEEN, mode, "--record", record, "--stdio", "--", process.execPath, "-e", STDIO_SERVER];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const closed = new Promise((resolve) => child.on("close", resolve));
  let text = "";
  for (const [message, awaited] of steps) {
    const seen = new Promise((resolve) => {
      child.stdout.on("data", function hear(piece) {
        text += piece;
        if (!awaited.test(text)) return;
        child.stdout.off("data", hear);
        resolve();
      });
    });
    child.stdin.write(`${JSON.stringify(message)}\n`);
    await Promise.race([seen, closed]);
  }
  child.stdin.end();
  const code = await closed;
  return { code, got: text.trim().split("\n").map(JSON.parse), record: recorded(record) };
}

const INITIALIZE = { jsonrpc: "2.0", id: 0, method: "initialize", params: {} };
const call = (id, requestState) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { requestState } });

test("events are cut where they end, however they arrive", () => {
  const events = new Events();
  assert.deepEqual(events.push("id: 1\ndata: {\"a\""), []);
  const [first, second] = events.push(":1}\n\n: ping\r\n\r\ndata: x\n");
  assert.equal(first.data, '{"a":1}');
  assert.equal(first.raw, 'id: 1\ndata: {"a":1}\n\n');
  assert.equal(second.data, "");
  assert.equal(events.rest, "data: x\n");
});

test("a tampered state differs in one character", () => {
  for (const state of ["AAAA", "xyz", "A"]) {
    const other = tampered(state);
    assert.equal(other.length, state.length);
    assert.equal([...other].filter((c, i) => c !== state[i]).length, 1);
  }
});

test("a question asked by a result is not final", () => {
  assert.ok(!isFinal({ id: 1, result: { resultType: "input_required" } }));
  assert.ok(isFinal({ id: 1, result: { resultType: "complete" } }));
  assert.ok(isFinal({ id: 1, error: { code: -32602 } }));
  assert.ok(!isFinal({ id: 1, method: "ping" }));
});

test("a stranger fills in what the form allows", () => {
  const properties = {
    confirm: { type: "boolean" },
    typed: { type: "string" },
    short: { type: "string", minLength: 3, maxLength: 5 },
    one: { type: "string", oneOf: [{ const: "b", title: "B" }] },
    many: { type: "array", minItems: 1, items: { type: "string", enum: ["x", "y"] } },
    none: { type: "array", items: { type: "string", enum: ["x"] } },
    count: { type: "integer", minimum: 2 },
    day: { type: "string", format: "date" },
  };
  assert.deepEqual(filledIn({ properties }, "Type `orders` to delete it"), {
    confirm: true,
    typed: "orders",
    short: "order",
    one: "b",
    many: ["x"],
    none: [],
    count: 2,
    day: "2026-01-01",
  });
  const url = acceptance({ id: 3, params: { mode: "url", message: "Visit", url: "https://example.com/" } });
  assert.deepEqual(url, { jsonrpc: "2.0", id: 3, result: { action: "accept" } });
});

test("the command line says what is wrong with it", () => {
  const why = (...args) => parseArgs(args, MODES).error;
  const url = ["--record", "f", "--http", "http://127.0.0.1:1/mcp"];
  assert.match(why(), /no mode/);
  assert.match(why("toString", ...url), /there is no mode toString/);
  assert.match(why("record", "--http", "http://127.0.0.1:1/mcp"), /--record is missing/);
  assert.match(why("record", "--record", "f"), /either --stdio or --http/);
  assert.match(why("cut", "--record", "f", "--stdio", "--", "cat"), /cut is about HTTP/);
  assert.match(why("replicas", ...url), /two --http or more/);
  assert.match(why("record", ...url, ...url.slice(2)), /takes one --http/);
  assert.deepEqual(parseArgs(["record", "--record", "f", "--stdio", "--", "a", "--http"], MODES), {
    mode: "record",
    record: "f",
    command: ["a", "--http"],
  });
});

test("record changes nothing, and ends with its client", async () => {
  const { code, got, record } = await stdio("record", [call(1, "AAAA"), /saw/]);
  assert.equal(code, 0);
  assert.deepEqual(got, [{ jsonrpc: "2.0", id: 1, result: { saw: "AAAA" } }]);
  assert.deepEqual(record.map((line) => [line.from, line.to, line.message.id]), [
    ["client", "server", 1],
    ["server", "client", 1],
  ]);
});

test("tamper changes the state and says so", async () => {
  const { got, record } = await stdio("tamper", [call(1, "AAAA"), /saw/]);
  assert.equal(got[0].result.saw, "AABA");
  assert.deepEqual(record.slice(0, 2).map((line) => [line.from, line.to, line.message.params.requestState]), [
    ["client", "between", "AAAA"],
    ["between", "server", "AABA"],
  ]);
});

test("what a replay brings back is recorded before the client has its answer, and not shown to it", async () => {
  const { got, record } = await stdio("replay", [call(1, "AAAA"), /saw/]);
  assert.deepEqual(got.map((message) => message.id), [1]);
  const back = record.find((line) => line.from === "server" && line.to === "between");
  assert.deepEqual(back.message, { jsonrpc: "2.0", id: "between-1", result: { saw: "AAAA" } });
});

test("a decline arrives twice, then an acceptance", async () => {
  const decline = { jsonrpc: "2.0", id: 7, result: { action: "decline" } };
  const { got } = await stdio("twice", [INITIALIZE, /initialized/], [call(1), /create/], [decline, /accept/]);
  const saw = got.filter((message) => message.method === "saw");
  assert.deepEqual(saw.map((message) => message.params.action), ["decline", "decline", "accept"]);
});

test("a mode of one era refuses the other", async () => {
  const { got } = await stdio("replay", [INITIALIZE, /error/]);
  assert.match(got[0].error.message, /between replay: this is about 2026-07-28/);
  const { got: other } = await stdio("twice", [call(1), /error/]);
  assert.match(other[0].error.message, /between twice: .*connect with the handshake/);
});

test("requests go to the servers in turn", async () => {
  const servers = ["one", "two"].map((name) =>
    http.createServer((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { name } }));
    }),
  );
  const urls = await Promise.all(
    servers.map((s) => new Promise((r) => s.listen(0, "127.0.0.1", () => r(`http://127.0.0.1:${s.address().port}/mcp`)))),
  );
  const args = [BETWEEN, "replicas", "--record", join(folder, "replicas.jsonl"), ...urls.flatMap((u) => ["--http", u])];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const line = await new Promise((resolve) => child.stdout.once("data", (piece) => resolve(String(piece))));
  const url = /http:\S+/.exec(line)[0];
  const names = [];
  for (let i = 0; i < 4; i += 1) {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(call(1)) });
    names.push((await response.json()).result.name);
  }
  child.stdin.end();
  await new Promise((resolve) => child.on("close", resolve));
  for (const server of servers) server.close();
  assert.deepEqual(names, ["one", "two", "one", "two"]);
});
