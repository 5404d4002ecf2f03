import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** What Next prints about itself when it starts; `npm start` says it in one line of its own. */
const banner = /^\s*($|▲ Next\.js|- (Local|Network):|✓ (Starting|Ready|Running next.config))/;

/** Copies a child's lines to this terminal, each marked with the child's name. */
export function relayOutput(name: string, child: ChildProcess): ChildProcess {
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    if (!from) continue;
    createInterface({ input: from }).on("line", (line) => {
      if (!banner.test(line)) to.write(`${name.padEnd(6)} │ ${to.isTTY ? logLine(line) : line}\n`);
    });
  }
  return child;
}

/** A log record as a person reads it; machines get it as it is. */
function logLine(line: string): string {
  try {
    const record: { msg?: string; err?: { message?: string } } = JSON.parse(line);
    if (record.msg) return record.err?.message ? `${record.msg}: ${record.err.message}` : record.msg;
  } catch {
    // Not a record.
  }
  return line;
}
