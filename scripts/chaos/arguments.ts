import { parseArgs } from "node:util";

export const SERIES_NAMES = [
  "commits",
  "kills",
  "stops",
  "workers",
  "decisions",
  "attacks",
  "swaps",
  "forms",
  "names",
  "golden",
] as const;
export type SeriesName = (typeof SERIES_NAMES)[number];

export type ChaosRequest = {
  series: SeriesName[];
  /** The first seed. */
  seed: number;
  /** How many seeds, runs or rounds; each series has its own number otherwise. */
  seeds?: number;
  /** Writes the digests of the golden runs again. */
  renew?: true;
  /** One golden run that is written out, and a checkout that has written it too. */
  story?: { name: string; against?: string };
};

export type ReadRequest = { ok: true; value: ChaosRequest } | { ok: false; message: string };

export const CHAOS_USAGE = `Usage: npm run chaos -- [options]
  --only <series>   one of: ${SERIES_NAMES.join(", ")}
  --seed <n>        the first seed (1)
  --seeds <n>       how many seeds, runs, rounds, requests or plans
  --renew           golden: writes the digests again, where something is read otherwise on purpose
  --story <name>    golden: writes what is read of one story to .waymark/golden, and with
  --against <path>  of a checkout that has done so too says where they part
A series in its full length replaces its row of bench/results/chaos.json.
Exit codes: 0 everything holds, 1 something does not, 2 the command cannot be understood.`;

const OPTIONS = {
  only: { type: "string" },
  seed: { type: "string", default: "1" },
  seeds: { type: "string" },
  renew: { type: "boolean" },
  story: { type: "string" },
  against: { type: "string" },
} as const;

/** What the command line asks for, or why it cannot be understood. */
export function readChaosArguments(argv: string[]): ReadRequest {
  let values: {
    only?: string;
    seed: string;
    seeds?: string;
    renew?: boolean;
    story?: string;
    against?: string;
  };
  try {
    values = parseArgs({ args: argv, options: OPTIONS }).values;
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
  const series = SERIES_NAMES.filter((name) => values.only === undefined || values.only === name);
  const [seed, seeds] = [wholeNumber(values.seed), wholeNumber(values.seeds ?? "1")];
  if (series.length === 0) return { ok: false, message: `There is no series ${values.only}.` };
  if (seed === undefined) return { ok: false, message: "--seed must be a number from 1 on." };
  if (seeds === undefined) return { ok: false, message: "--seeds must be a number from 1 on." };
  const { renew, story: name, against } = values;
  if ((renew || name) && values.only !== "golden")
    return { ok: false, message: "--renew and --story go with --only golden." };
  if (renew && (values.seeds !== undefined || seed !== 1))
    return { ok: false, message: "--renew plays all stories: leave --seed and --seeds out." };
  return {
    ok: true,
    value: {
      series,
      seed,
      ...(values.seeds !== undefined && { seeds }),
      ...(renew && { renew }),
      ...(name !== undefined && { story: { name, ...(against !== undefined && { against }) } }),
    },
  };
}

function wholeNumber(text: string): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
