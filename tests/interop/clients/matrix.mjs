// Which client runs which scenarios, over what and in which era.

import admin from "./scenarios/admin.mjs";
import deployments from "./scenarios/deployments.mjs";
import fields from "./scenarios/fields.mjs";
import interop from "./scenarios/interop.mjs";
import onTheWay from "./scenarios/on-the-way.mjs";

const TRANSPORTS = ["stdio", "http"];
const ERAS = ["default", "modern", "handshake"];

const script = (name) => new URL(name, import.meta.url).pathname;

/** The clients, as they are started. `programs` has the paths of what was installed and built. */
export const clients = (programs) => {
  const env = { ASKBACK_CLIENTS: programs.installed };
  return [
    { id: "typescript", title: "TypeScript", command: () => [programs.node, [script("typescript.mjs")]], env },
    { id: "python", title: "Python", command: () => [programs.python, [script("python.py")]], env },
    { id: "fastmcp", title: "FastMCP", command: () => [programs.python, [script("fastmcp_client.py")]], env },
    { id: "rmcp", title: "rmcp", command: () => [programs.rmcp, []], env },
    { id: "inspector", title: "Inspector", command: () => [programs.node, [script("inspector.mjs")]], env },
  ];
};

/**
 * The sections of the table. A group is a set of scenarios that share a server: what stands between (`between`), how the server
 * is started (`setup`, `replicas`), and over which transports and in which eras.
 */
export const sections = [
  {
    title: "Conversations",
    text: "Each is run over standard input and output and over HTTP, in the client's default era, the modern and the handshake era.",
    groups: [{ scenarios: admin, server: "admin" }, { scenarios: interop, server: "interop" }],
  },
  { title: "Kinds of field", ...fields },
  { title: "On the way", ...onTheWay },
  { title: "HTTP as it is deployed", ...deployments },
];

/** Every job of the sections, in the order of the table. */
export function jobs(clients, sections) {
  const all = [];
  for (const section of sections) {
    for (const group of section.groups) {
      for (const client of clients.filter(({ id }) => group.clients?.includes(id) ?? true)) {
        for (const transport of group.transports ?? TRANSPORTS) {
          for (const era of group.eras ?? ERAS) {
            all.push({ ...group, section, client, transport, era, setup: setup(group, transport) });
          }
        }
      }
    }
  }
  return all;
}

/** Over HTTP somebody has to be authenticated. */
function setup(group, transport) {
  const given = group.setup ?? {};
  if (transport !== "http") return given;
  if (group.server !== "admin") return { ...given, headers: { authorization: "Bearer ada" } };
  const token = "0123456789abcdef0123456789abcdef";
  return {
    ...given,
    env: { ...given.env, ADMIN_TOKENS: `https://id.example.com|ada|desktop|${token}` },
    headers: { authorization: `Bearer ${token}` },
  };
}
