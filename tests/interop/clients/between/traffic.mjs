// What both transports have in common: who said what, which questions are open, and when a mode does something.
//
// A link is one way to the server: the pipe of a child, or one POST. It has `session` (its name, "" for a pipe), `modern`
// (whether the client speaks 2026-07-28 there), `request(id)` (the client's request of that id), `reply(message)` (to the
// client), `pass(message, changed)` (the client's message, to the server) and `send` (see modes.mjs).

import { isFinal, isRequest, isResponse } from "./messages.mjs";

const ASKING = ["tools/call", "prompts/get", "resources/read"];

export class Traffic {
  #questions = new Map();

  constructor(name, mode, record) {
    this.name = name;
    this.mode = mode;
    this.record = record;
  }

  async fromClient(message, link) {
    const refusal = this.#refusal(message, link);
    if (refusal) {
      this.record.line("client", "between", { message });
      this.record.line("between", "client", { message: refusal });
      return link.reply(refusal);
    }
    const question = isResponse(message) ? this.#questions.get(key(link, message)) : undefined;
    if (question) await this.mode.replying?.(question, message, link);
    const sent = this.mode.change?.(message) ?? message;
    if (sent === message) {
      this.record.line("client", "server", { ...link.note, message });
    } else {
      this.record.line("client", "between", { message });
      this.record.line("between", "server", { ...link.note, message: sent });
    }
    await link.pass(sent, sent !== message);
    if (question) await this.mode.replied?.(question, message, link);
  }

  /** Before the message is passed on. `note` is recorded with it. */
  async fromServer(message, link, note = {}, to = "client") {
    this.record.line("server", to, { ...note, message });
    if (isRequest(message) && message.method === "elicitation/create") {
      this.#questions.set(key(link, message), message);
    }
    const request = isFinal(message) ? link.request(message.id) : undefined;
    if (request && to === "client") await this.mode.answered?.(request, message, link);
  }

  #refusal(message, link) {
    const refused = (why) => ({
      jsonrpc: "2.0",
      id: message.id,
      error: { code: -32600, message: `between ${this.name}: ${why}` },
    });
    if (!isRequest(message)) return undefined;
    if (this.mode.era === "modern" && message.method === "initialize") {
      return refused("this is about 2026-07-28; connect in the modern era");
    }
    if (this.mode.era === "handshake" && link.modern && ASKING.includes(message.method)) {
      return refused("this is about elicitation/create as a request of its own; connect with the handshake");
    }
    return undefined;
  }
}

const key = (link, message) => JSON.stringify([link.session, message.id]);
