// docs/clients.md, from the results.

import { cell, table } from "./table.mjs";

const COMMAND = "tests/interop/clients.sh";

/** The whole page. */
export function page({ clients, sections, results, negotiated, versions }) {
  const parts = [
    "# What each client does",
    `Written by \`${COMMAND}\`, which runs each client against \`examples/admin.rs\` and \`examples/interop\`; a result that is not \
the one here fails it. \`yes\` means that the conversation went as written, and that its effect happened once, or not at all \
where it must not. Lint a form of yours for what this page shows with \`askback::testing::portability\`.`,
    table("", clients, [
      ["version", ...clients.map(({ id }) => versions[id])],
      ...["default", "modern", "handshake"].map((era) => [
        `${era} era: protocol version`,
        ...clients.map(({ id }) => versionsOf(negotiated, id, era)),
      ]),
    ]),
  ];
  for (const { title, text, first = "", groups } of sections) {
    parts.push(`## ${title}`, text, table(first, clients, rows(groups, clients, results)));
  }
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const versionsOf = (negotiated, client, era) =>
  [...new Set(negotiated.filter((one) => one.client === client && one.asked === era).map(({ version }) => version))]
    .sort()
    .join(", ") || "–";

/** Scenarios of one `row` share it. */
function rows(groups, clients, results) {
  const titles = new Set(groups.flatMap(({ scenarios }) => scenarios.map(rowOf)));
  return [...titles].map((title) => [
    title,
    ...clients.map(({ id }) => cell(results.filter((one) => one.client === id && rowOf(one.scenario) === title))),
  ]);
}

const rowOf = ({ row, title }) => row ?? title;
