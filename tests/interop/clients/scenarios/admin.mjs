// `delete_rows` of examples/admin.rs: a step, a form and a gate.

import { accept, cancelled, close, declined, no, outcome, text, yes } from "./expect.mjs";

const ROWS = 5;
const call = { tool: "delete_rows", arguments: { table: "users" } };
const count = { tool: "count_rows", arguments: { table: "users" } };
const details = accept("Why does `users` go?", {
  reason: "left the company",
  severity: "Low",
  notify: ["Support", "Billing"],
  not_before: "2027-01-31",
});

const scenario = (id, title, answers, end, rows, asked) => ({
  id: `admin-${id}`,
  title,
  server: "admin",
  calls: [call, count],
  answers,
  outcomes: [outcome("yes", [end, text(new RegExp(`^${rows}$`))], asked)],
});

export default [
  scenario("form-declined", "a form: decline", [no("Why does")], declined("details"), ROWS, 1),
  scenario("form-cancelled", "a form: cancel", [close("Why does")], cancelled("details"), ROWS, 1),
  scenario("gate-declined", "a gate: decline", [details, no("Delete all")], declined("confirmed"), ROWS, 2),
  scenario("gate-cancelled", "a gate: cancel", [details, close("Delete all")], cancelled("confirmed"), ROWS, 2),
  scenario(
    "gate-false",
    "a gate: accept, with no",
    [details, accept("Delete all", { confirm: false })],
    declined("confirmed"),
    ROWS,
    2,
  ),
  scenario("accepted", "a form and a gate", [details, yes("Delete all 5 rows")], text(/^5 rows deleted for /), 0, 2),
];
