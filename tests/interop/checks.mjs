// usage: node checks.mjs DIRECTORY
// Judges what one scenario of the conformance suite left in DIRECTORY, in one line.
// The suite's own exit code is not enough: it is 0 on warnings and on skipped checks.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Says only that what was sent is well formed: it succeeds although nothing answered.
const FORM_ONLY = "wire-schema-valid";

function judge(directory) {
  const files = readdirSync(directory, { recursive: true }).filter((file) => file.endsWith("checks.json"));
  if (files.length !== 1) {
    return { good: false, line: `${files.length} files checks.json, one is expected` };
  }
  const checks = JSON.parse(readFileSync(join(directory, files[0]), "utf8"));
  const bad = checks.filter((check) => !["SUCCESS", "INFO"].includes(check.status));
  if (bad.length > 0) {
    const told = bad.map((check) => `${check.status} ${check.id}: ${check.errorMessage ?? check.description}`);
    return { good: false, line: told.join("; ") };
  }
  const successes = checks.filter((check) => check.status === "SUCCESS");
  if (!successes.some((check) => check.id !== FORM_ONLY)) {
    return { good: false, line: "no check was made" };
  }
  return { good: true, line: `${successes.length} checks` };
}

let verdict;
try {
  verdict = judge(process.argv[2]);
} catch (error) {
  verdict = { good: false, line: `the checks cannot be read: ${error.message}` };
}
console.log(verdict.line.replaceAll(/\s+/g, " "));
process.exit(verdict.good ? 0 : 1);
