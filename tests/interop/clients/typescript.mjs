// Drives the TypeScript client, `@modelcontextprotocol/client`.

import { CONNECT, drive, ended, fromInstalled } from "./driver.mjs";

const require = fromInstalled();
const { Client, StreamableHTTPClientTransport } = require("@modelcontextprotocol/client");
const { StdioClientTransport } = require("@modelcontextprotocol/client/stdio");

/** What is said to the client about the era: by default nothing. */
const NEGOTIATION = {
  default: undefined,
  modern: { mode: { pin: "2026-07-28" } },
  handshake: { mode: "legacy" },
};

class TypeScript {
  #client;
  #transport;
  #open = true;
  #scenario;
  /** The last errors that the server sent, to tell them from the client's own. */
  #errors = [];

  static async connect(job) {
    const connection = new TypeScript(job);
    try {
      await connection.#client.connect(connection.#transport, { timeout: CONNECT * 1000 });
    } catch (error) {
      await connection.close();
      const cause = error.cause?.message ?? error.cause?.code;
      throw new Error(`connecting: ${told(error).message}${cause ? `: ${cause}` : ""}`, { cause: error });
    }
    return connection;
  }

  constructor({ server, era, options = {} }) {
    const form = options.applyDefaults ? { applyDefaults: true } : {};
    this.#client = new Client(
      { name: "typescript-driver", version: "1.0.0" },
      { capabilities: { elicitation: { form, url: {} } }, versionNegotiation: NEGOTIATION[era] },
    );
    this.#client.setRequestHandler("elicitation/create", (request, context) => this.#asked(request.params, context));
    this.#client.onclose = () => (this.#open = false);
    this.#client.onerror = (error) => console.error(`the client: ${error.message}`);
    this.#transport = server.url
      ? new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers ?? {} } })
      : new StdioClientTransport({ command: server.command, args: server.args, env: server.env });
    // The client passes every message on to who listened before it.
    this.#transport.onmessage = (message) => {
      if (message.error) this.#errors.push(message.error);
    };
  }

  get version() {
    return this.#client.getNegotiatedProtocolVersion();
  }

  async #asked({ mode = "form", message, requestedSchema, url, elicitationId }, context) {
    const question = { mode, message, schema: requestedSchema, url, elicitationId };
    const { action, content } = await this.#scenario.asked(question, { signal: context.mcpReq.signal });
    if (action === "fail") throw new Error("the handler fails, as the job says");
    return content === undefined ? { action } : { action, content };
  }

  async call(call, scenario) {
    this.#scenario = scenario;
    const options = {};
    if (call.timeout !== undefined) options.timeout = call.timeout;
    if (call.progress) {
      options.onprogress = (progress) => scenario.say({ progress });
      options.resetTimeoutOnProgress = true;
    }
    this.#errors = [];
    try {
      return ended(await this.#send(call, options));
    } catch (error) {
      return { error: told(error, this.#errors) };
    }
  }

  #send({ tool, prompt, resource, arguments: given = {} }, options) {
    if (tool !== undefined) return this.#client.callTool({ name: tool, arguments: given }, options);
    if (prompt !== undefined) return this.#client.getPrompt({ name: prompt, arguments: given }, options);
    return this.#client.readResource({ uri: resource }, options);
  }

  usable() {
    return this.#open;
  }

  async close() {
    // Its answer, if any, does not matter: the connection ends with it or without.
    if (this.#transport.sessionId) await this.#transport.terminateSession().catch(() => {});
    await this.#client.close();
    // Where connecting failed, the client does not have it yet.
    await this.#transport.close();
  }
}

/** An error as the report has it. Codes of the wire are numbers and were sent by the server; the client's own are names. */
function told({ code, message, data }, sent = []) {
  const servers = typeof code === "number" && sent.some((error) => error.code === code && message.includes(error.message));
  if (servers) return { code, message, data };
  return { code: null, message: typeof code === "string" ? `${code}: ${message}` : message, data };
}

await drive((job) => TypeScript.connect(job));
