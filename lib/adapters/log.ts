import { type DestinationStream, pino } from "pino";
import type { Log } from "@/lib/core/ports";

type LogOptions = {
  level: "debug" | "info" | "warn" | "error" | "silent";
  /** Said on every line: web, worker, cli. */
  process: string;
  /** Where lines go; standard error by default, so that standard output stays for results. */
  to?: DestinationStream;
};

const SECRETS = ["apiKey", "authorization", "password", "secret", "token"];

/** One JSON object a line. Fields with the names of secrets are left out, two levels deep. */
export function createLog({ level, process, to = pino.destination(2) }: LogOptions): Log {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    { level, base: { process }, redact: { paths, remove: true }, timestamp: pino.stdTimeFunctions.isoTime },
    to,
  );
}
