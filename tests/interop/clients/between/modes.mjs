// What is done to the traffic. A mode says where it makes sense (`era`, `transport`), and does something at these points:
//
//   change(message)                      the client's message as it is sent on; the same object: untouched
//   replying(question, response, link)   before the client's response to `elicitation/create` is sent on
//   replied(question, response, link)    after it was
//   answered(request, response, link)    a final answer to a request of the client is here and not passed on yet
//
// `link.send(message, {bearer})` sends a message of our own to the server, in the client's session and as the client, unless
// another bearer is named. A request is waited for; neither it nor what comes back is shown to the client.
// Over HTTP alone: `buffer(headers)` (whether a response is held), `cut` (whose connection is cut once the server has the
// request), `drop` (whether a stream ends after this message), `replicas`.

import { acceptance, tampered } from "./messages.mjs";

export const MODES = {
  /** Changes nothing. */
  record: () => ({}),

  /** One character of every `requestState` that the client sends back is another one. */
  tamper: () => ({
    era: "modern",
    change(message) {
      const state = message.params?.requestState;
      if (typeof state !== "string") return message;
      return { ...message, params: { ...message.params, requestState: tampered(state) } };
    },
  }),

  /** A request that carried a `requestState` and got its final answer is sent once more, under another id. The client gets
   * its answer after that, so that what it asks next already sees what the second one did. */
  replay: () => {
    let count = 0;
    return {
      era: "modern",
      async answered(request, _response, link) {
        if (request.params?.requestState === undefined) return;
        const again = structuredClone(request);
        again.id = `between-${(count += 1)}`;
        // Else the progress of this one would be taken for the client's.
        if (again.params._meta?.progressToken !== undefined) again.params._meta.progressToken = again.id;
        await link.send(again);
      },
    };
  },

  /** Each response to `elicitation/create` arrives twice, and a third time as an acceptance if it was none. */
  twice: () => ({
    era: "handshake",
    async replied(question, response, link) {
      await link.send(response);
      if (response.result?.action === "accept") return;
      const third = acceptance(question);
      if (response.result?.content) third.result.content = response.result.content;
      await link.send(third);
    },
  }),

  /** Somebody else, `mallory`, posts an acceptance into the session before the client's own response gets there. */
  stranger: () => ({
    era: "handshake",
    transport: "http",
    async replying(question, _response, link) {
      await link.send(acceptance(question), { bearer: "mallory" });
    },
  }),

  /** Nothing of a response to a POST is passed on before it is complete. The stream of a GET never is: it passes as it comes. */
  buffer: () => ({ transport: "http", buffer: () => true }),

  /** As `buffer`, but for responses that ask not to be buffered. nginx heeds that header, unless it is told otherwise. */
  heed: () => ({ transport: "http", buffer: (headers) => headers["x-accel-buffering"] !== "no" }),

  /** The first request with `inputResponses` reaches the server, and its answer does not reach the client, whose
   * connection is cut. The server does not notice. */
  cut: () => ({ transport: "http", era: "modern", cut: "client" }),

  /** As `cut`, and the server loses the connection too, as when the client itself goes away. */
  hangup: () => ({ transport: "http", era: "modern", cut: "both" }),

  /** The first request with `inputResponses` is given up once the server has it, and sent again, as somebody does who
   * retries. The client gets what comes back for the second. */
  retry: () => ({ transport: "http", era: "modern", cut: "server" }),

  /** The stream on which the first `elicitation/create` came ends right after it, on both sides. */
  drop: () => ({
    era: "handshake",
    transport: "http",
    drop: (message) => message.method === "elicitation/create",
  }),

  /** Each request goes to the next server. */
  replicas: () => ({ transport: "http", era: "modern", replicas: true }),
};
