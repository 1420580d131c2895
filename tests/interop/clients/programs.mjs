// Where the programs are that the jobs start, and which versions they have.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The options of run.mjs that say where things are: each a path. */
export const OPTIONS = ["node", "python", "installed", "examples", "root"];

export function programs({ node, python, installed, examples, root }) {
  return {
    node,
    python,
    installed,
    admin: join(examples, "admin"),
    interop: join(examples, "interop"),
    rmcp: join(examples, "rmcp-driver"),
    page: join(root, "docs", "clients.md"),
    versions: versions(installed, root),
  };
}

/** By client: the package and its version, as they are installed. */
function versions(installed, root) {
  const npm = (name) => {
    const { version } = JSON.parse(readFileSync(join(installed, "node_modules", name, "package.json"), "utf8"));
    return `npm \`${name}\` ${version}`;
  };
  const pypi = (name) => {
    const wanted = readFileSync(join(installed, "requirements.txt.installed"), "utf8");
    return `PyPI \`${name}\` ${new RegExp(`^${name}==(.*)$`, "m").exec(wanted)[1]}`;
  };
  const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
  return {
    typescript: npm("@modelcontextprotocol/client"),
    python: pypi("mcp"),
    fastmcp: pypi("fastmcp"),
    rmcp: `crate \`rmcp\` ${/name = "rmcp"\nversion = "(.*)"/.exec(lock)[1]}`,
    inspector: `\`mcpdo\` of ${npm("@modelcontextprotocol/inspector")}`,
  };
}
