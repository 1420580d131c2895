// What has to stand in a record of the wire for a job to have tried what it is there for: a mode that did nothing proves nothing.

const toServer = ({ from, to }) => from === "between" && to === "server";

const PROOFS = {
  record: () => true,
  tamper: ({ message, ...line }) => toServer(line) && message?.params?.requestState !== undefined,
  replay: ({ message, ...line }) => toServer(line) && message?.params?.requestState !== undefined,
  twice: ({ message, ...line }) => toServer(line) && message?.result?.action !== undefined,
  stranger: ({ as, ...line }) => toServer(line) && as === "mallory",
  buffer: ({ from, to, message }) => from === "between" && to === "client" && message !== undefined,
  heed: ({ unbuffered }) => unbuffered === true,
  cut: ({ note }) => /^the connection is cut/.test(note),
  retry: ({ message, ...line }) => toServer(line) && message?.params?.inputResponses !== undefined,
};

/** Whether this mode did what it is named for. */
export function meddled(mode, wire) {
  if (mode === "replicas") return new Set(wire.map(({ url }) => url).filter(Boolean)).size > 1;
  return wire.some(PROOFS[mode]);
}

/** Whether a question came in a response that is JSON, and none in a stream of events. */
export function askedInJson(wire) {
  const asked = wire.filter(({ message }) => message?.result?.resultType === "input_required");
  return asked.length > 0 && asked.every(({ type }) => /^application\/json/.test(type));
}
