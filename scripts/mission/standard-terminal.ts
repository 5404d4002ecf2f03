import { writeSync } from "node:fs";
import type { Terminal } from "./terminal";

/** Progress on standard error, results on standard output; written at once, so that ending loses nothing. */
export const standardTerminal: Terminal = {
  progress: (line) => writeAll(2, `${line}\n`),
  result: (text) => writeAll(1, `${text}\n`),
};

/** A pipe takes what it has room for and refuses the rest for the moment: the rest is offered again. */
function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text, "utf8");
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
    }
  }
}
