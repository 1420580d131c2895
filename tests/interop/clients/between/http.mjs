// The HTTP side: listens on a free port of 127.0.0.1, and passes each request on to the server, or to the next of several.

import http from "node:http";
import { Events, isRequest, isResponse, parsed } from "./messages.mjs";

const SEND_MS = 10_000;
const GOT_MS = 300;
// What belongs to one connection, or is made anew for the next.
const OWN = ["host", "connection", "keep-alive", "transfer-encoding", "content-length", "accept-encoding"];

class Exchange {
  constructor(traffic, servers, url, incoming, outgoing, body) {
    Object.assign(this, { traffic, servers, url, incoming, outgoing, body });
    this.session = incoming.headers["mcp-session-id"] ?? "";
    const version = incoming.headers["mcp-protocol-version"] ?? "";
    this.modern = version >= "2026-07-28";
    this.note = incoming.method === "POST" ? {} : { method: incoming.method };
    if (servers.urls.length > 1) this.note.url = String(url);
  }

  request(id) {
    return isRequest(this.message) && this.message.id === id ? this.message : undefined;
  }

  reply(message) {
    const body = JSON.stringify(message);
    this.outgoing.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    this.outgoing.end(body);
  }

  async run() {
    const message = this.body.length > 0 ? parsed(this.body.toString()) : undefined;
    if (message === undefined || Array.isArray(message)) return this.pass(undefined, false);
    this.message = message;
    return this.traffic.fromClient(message, this);
  }

  /** To the server, and what it answers to the client. */
  async pass(message, changed) {
    const { cut } = this.traffic.mode;
    if (cut && !this.servers.cut && message?.params?.inputResponses !== undefined) {
      this.servers.cut = true;
      await this.#cut(cut);
      if (cut !== "server") return;
      this.traffic.record.line("between", "server", { ...this.note, message });
    }
    const body = changed ? Buffer.from(JSON.stringify(message)) : this.body;
    const { request, response } = call(this.url, this.incoming.method, this.incoming.headers, body);
    this.outgoing.on("close", () => request.destroy());
    const got = await response;
    if (!got.statusCode) return this.#gone(got);
    const buffered = this.incoming.method === "POST" && this.traffic.mode.buffer?.(got.headers);
    await this.#back(got, buffered);
  }

  async #back(got, buffered) {
    const held = [];
    const write = (raw, message) => (buffered ? held.push({ raw, message }) : this.outgoing.write(raw));
    const head = () => this.outgoing.writeHead(got.statusCode, kept(got.headers));
    if (!buffered) {
      head();
      // A stream is open before its first event.
      this.outgoing.flushHeaders();
    }
    const note = { ...this.note, status: got.statusCode, type: got.headers["content-type"] };
    if (got.headers["x-accel-buffering"] === "no") note.unbuffered = true;
    const line = (what) => this.traffic.record.line("server", "client", { ...note, ...what });
    let answered = false;
    const each = async (raw, message) => {
      if (message !== undefined) await this.traffic.fromServer(message, this, note, buffered ? "between" : "client");
      answered ||= isResponse(message);
      write(raw, message);
      if (message !== undefined && !this.servers.cut && this.traffic.mode.drop?.(message)) {
        this.servers.cut = true;
        this.#drop(got);
      }
    };
    try {
      await read(got, each, () => line({}));
    } catch (error) {
      // A client that has its answer, or closes its GET, need not read to the end.
      if (!this.outgoing.destroyed && !this.dropped) line({ broken: error.message });
      else if (!answered && !this.dropped) this.#aside("the client went away");
      this.outgoing.destroy();
      return;
    }
    if (buffered) {
      head();
      for (const { raw, message } of held) {
        if (message !== undefined) this.traffic.record.line("between", "client", { ...note, message });
        this.outgoing.write(raw);
      }
    }
    this.outgoing.end();
  }

  #drop(got) {
    this.dropped = true;
    this.#aside("the connection is cut");
    // What was written leaves first.
    this.outgoing.socket.destroySoon();
    got.destroy();
  }

  /** The server gets the request; then the connection to the client, to the server, or to both ends. */
  async #cut(which) {
    const { request, response } = call(this.url, this.incoming.method, this.incoming.headers, this.body);
    // It has the request once it answers, at the latest; a handler at work does not answer for a while.
    await Promise.race([response, new Promise((resolve) => setTimeout(resolve, GOT_MS))]);
    this.#aside(`the connection is cut: ${which}`);
    if (which !== "server") this.outgoing.socket.destroy();
    if (which !== "client") {
      request.destroy();
      await response;
      return;
    }
    await this.#unseen(await response);
  }

  /** What the server answers to nobody. */
  async #unseen(got) {
    if (!got.statusCode) return;
    const note = { ...this.note, status: got.statusCode };
    const each = (_raw, message) => message && this.traffic.fromServer(message, this, note, "between");
    const broken = (error) => this.traffic.record.line("server", "between", { ...note, broken: error.message });
    await read(got, each).catch(broken);
  }

  /** What is no message. */
  #aside(note) {
    this.traffic.record.line("between", "between", { ...this.note, note });
  }

  #gone(error) {
    this.traffic.record.line("server", "client", { ...this.note, broken: error.message });
    if (!this.outgoing.headersSent) this.outgoing.writeHead(502);
    this.outgoing.end();
  }

  async send(message, { bearer } = {}) {
    const as = bearer ? { as: bearer } : {};
    this.traffic.record.line("between", "server", { ...as, message });
    const headers = { ...this.incoming.headers };
    if (bearer) headers.authorization = `Bearer ${bearer}`;
    const { request, response } = call(this.url, "POST", headers, Buffer.from(JSON.stringify(message)));
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${SEND_MS} ms`)), SEND_MS);
    const got = await response;
    const line = (what) => this.traffic.record.line("server", "between", { ...as, ...what });
    if (!got.statusCode) line({ broken: got.message });
    else {
      const status = got.statusCode;
      const each = (_raw, answer) => answer && line({ status, message: answer });
      await read(got, each, () => line({ status })).catch((error) => line({ status, broken: error.message }));
    }
    clearTimeout(timer);
  }
}

/** `response` becomes the response, or the error that came instead: it never rejects. */
function call(url, method, headers, body) {
  const sent = { ...kept(headers), host: url.host };
  if (body.length > 0) sent["content-length"] = body.length;
  const request = http.request(url, { method, headers: sent });
  const response = new Promise((resolve) => request.on("response", resolve).on("error", resolve));
  request.end(body);
  return { request, response };
}

const kept = (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name)));

/** `each(raw, message)` for every event of a stream, or for the one body; `none()` if there was no message at all. */
async function read(response, each, none = () => {}) {
  response.setEncoding("utf8");
  const stream = (response.headers["content-type"] ?? "").startsWith("text/event-stream");
  const events = new Events();
  let count = 0;
  let whole = "";
  for await (const piece of response) {
    if (!stream) {
      whole += piece;
      continue;
    }
    for (const { raw, data } of events.push(piece)) {
      const message = data ? parsed(data) : undefined;
      if (message !== undefined) count += 1;
      await each(raw, message);
    }
  }
  const rest = stream ? events.rest : whole;
  const message = stream || rest === "" ? undefined : parsed(rest);
  if (rest !== "") await each(rest, message);
  if (count === 0 && message === undefined) none();
}

/** Listens, and says where. */
export function serveHttp(traffic, urls) {
  const servers = { urls: urls.map((url) => new URL(url)), next: 0, cut: false };
  const server = http.createServer((incoming, outgoing) => {
    const pieces = [];
    incoming.on("data", (piece) => pieces.push(piece));
    incoming.on("error", () => {});
    outgoing.on("error", () => {});
    incoming.on("end", () => {
      const url = servers.urls[servers.next];
      servers.next = (servers.next + 1) % servers.urls.length;
      const exchange = new Exchange(traffic, servers, url, incoming, outgoing, Buffer.concat(pieces));
      exchange.run().catch((error) => {
        process.stderr.write(`between: ${error.stack}\n`);
        outgoing.destroy();
      });
    });
  });
  // Else a connection would end under a client that is about to use it again.
  server.keepAliveTimeout = 120_000;
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`listening on http://127.0.0.1:${server.address().port}/mcp\n`);
  });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(0));
}
