import assert from "node:assert/strict";
import { test } from "node:test";

import { cell, eraOf, table } from "./table.mjs";

const result = (transport, era, word) => ({ transport, era, word });

test("a cell says no more than it has to", () => {
  assert.equal(cell([]), "–");
  assert.equal(cell([result("stdio", "modern", "yes"), result("http", "handshake", "yes")]), "yes");
  assert.equal(
    cell([result("stdio", "modern", "yes"), result("stdio", "handshake", "no"), result("http", "modern", "yes")]),
    "handshake: no; modern: yes",
  );
  assert.equal(cell([result("stdio", "modern", "yes"), result("http", "modern", "no")]), "http: no; stdio: yes");
  assert.equal(
    cell([result("stdio", "modern", "yes"), result("http", "modern", "no"), result("stdio", "handshake", "no")]),
    "http, modern: no; stdio, handshake: no; stdio, modern: yes",
  );
  assert.equal(cell([result("stdio", "modern", "yes"), result("stdio", "modern", "no")]), "stdio, modern: yes or no");
});

test("the era is that of the version", () => {
  assert.equal(eraOf("2026-07-28"), "modern");
  assert.equal(eraOf("2025-11-25"), "handshake");
});

test("a bar in a cell ends no cell", () => {
  assert.equal(table("", [{ title: "A" }], [["x|y", "yes"]]), "|  | A |\n| --- | --- |\n| x\\|y | yes |");
});
