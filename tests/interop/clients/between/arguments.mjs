// What the command line says: `{mode, record, command}` or `{mode, record, urls}`, else `{error}`.

const USAGE = "MODE --record FILE (--stdio -- COMMAND ARGS… | --http URL [--http URL …])";

export function parseArgs(args, modes) {
  const usage = (why) => ({ error: `${why}; usage: ${USAGE}; MODE is one of ${Object.keys(modes).join(", ")}` });
  const [mode, ...rest] = args;
  if (!Object.hasOwn(modes, mode ?? "")) return usage(mode ? `there is no mode ${mode}` : "no mode");
  let record;
  let command;
  const urls = [];
  while (rest.length > 0) {
    const key = rest.shift();
    if (key === "--record") record = rest.shift();
    else if (key === "--http") urls.push(rest.shift());
    else if (key === "--stdio") {
      if (rest.shift() !== "--" || rest.length === 0) return usage("--stdio needs `-- COMMAND`");
      command = rest.splice(0);
    } else return usage(`what is ${key}?`);
  }
  if (!record) return usage("--record is missing");
  if ((command !== undefined) === urls.length > 0) return usage("either --stdio or --http");
  if (!urls.every((url) => URL.canParse(url ?? ""))) return usage("--http needs a URL");
  const { transport, replicas } = modes[mode]();
  if (command && transport === "http") {
    return { error: `${mode} is about HTTP: there is no such thing on standard input and output` };
  }
  if (replicas && urls.length < 2) return { error: `${mode} needs two --http or more` };
  if (!replicas && urls.length > 1) return { error: `${mode} takes one --http; only replicas takes more` };
  return command ? { mode, record, command } : { mode, record, urls };
}
