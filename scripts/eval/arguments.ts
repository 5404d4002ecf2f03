import { parseArgs } from "node:util";
import { MEASURES, type ProjectSet, SET_NAMES } from "@/lib/core/evaluation";

export type EvaluationRequest = {
  sets: readonly ProjectSet[];
  json: boolean;
  gate: boolean;
  model?: string;
  maxCostMicroUsd?: number;
  /** Missions are played in place of the sets: all, or the one with this id, as they are or with faults of their tools. */
  missions?: { id?: string; faults?: true };
  /** A file of marks to be asked instead of the sets. */
  marks?: string;
  /** The file that the marks of the workspace are written to; nothing is asked. */
  exportMarks?: string;
};

const EVAL_USAGE = `Usage:
  npm run eval                     hold the models of all roles against the labeled sets
  npm run eval -- --missions       play missions to their ends: by recorded answers, or by the model that --model names
  npm run eval -- --missions --faults   play the samples and the recorded missions with faults of their tools
Options:
  --model <id>                     the model of every role
  --only <set>                     one set: ${SET_NAMES.join(", ")}; or one mission
  --json                           print rows, verdicts and misses as one JSON object on standard output
  --gate                           exit 1 unless every target of the sets is met, or every mission reached
  --max-cost <dollars>             start no call that could pass this cost
  --export-marks <file>            write what people marked right or wrong as a set, and ask nothing
  --marks <file>                   such a set, instead of those of the project
Exit codes: 0 measured (with --gate: all targets met), 1 a target missed or not measured, 2 wrong usage or a damaged set.`;

const OPTIONS = {
  model: { type: "string" },
  only: { type: "string" },
  json: { type: "boolean", default: false },
  gate: { type: "boolean", default: false },
  missions: { type: "boolean", default: false },
  faults: { type: "boolean", default: false },
  "max-cost": { type: "string" },
  marks: { type: "string" },
  "export-marks": { type: "string" },
} as const;

type Read<T> = { ok: true; value: T } | { ok: false; message: string };

/** What the command line asks for, or why it cannot be understood. Touches nothing. */
export function readEvalArguments(argv: string[]): Read<EvaluationRequest> {
  let values: ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];
  try {
    values = parseArgs({ args: argv, options: OPTIONS }).values;
  } catch (error) {
    return usageError((error as Error).message);
  }
  const { model, only, json = false, gate = false, missions = false, "max-cost": maxCost } = values;
  const { marks, "export-marks": exportMarks, faults = false } = values;
  if (faults && (!missions || model !== undefined))
    return usageError(
      "Faults are those of tools in missions, by no model of yours: use --missions --faults without --model.",
    );
  if (marks !== undefined && (only !== undefined || gate || missions))
    return usageError(
      "Marks have no target, and are no set of the project: use --marks without --only, --missions and --gate.",
    );
  const chosen = SET_NAMES.filter((name) => only === undefined || name === only);
  const sets = marks === undefined && !missions ? chosen : [];
  if (missions && model === undefined && (gate || maxCost !== undefined))
    return usageError("Recorded answers cost nothing, and say nothing of a model: name one with --model.");
  if (!missions && chosen.length === 0)
    return usageError(`There is no set “${only}”. There are: ${SET_NAMES.join(", ")}.`);
  const hasTarget = MEASURES.some((measure) => "target" in measure && sets.includes(measure.set));
  if (gate && !missions && !hasTarget) return usageError(`The set “${only}” has no target for --gate.`);
  const dollars = Number(maxCost);
  if (maxCost !== undefined && !(dollars > 0 && Number.isFinite(dollars)))
    return usageError(`--max-cost is a number of dollars above 0, not “${maxCost}”.`);
  return {
    ok: true,
    value: {
      sets,
      json,
      gate,
      ...(missions && { missions: { ...(only !== undefined && { id: only }), ...(faults && { faults }) } }),
      ...(model !== undefined && { model }),
      ...(marks !== undefined && { marks }),
      ...(exportMarks !== undefined && { exportMarks }),
      ...(maxCost !== undefined && { maxCostMicroUsd: Math.round(dollars * 1_000_000) }),
    },
  };
}

const usageError = (message: string) => ({ ok: false, message: `${message}\n\n${EVAL_USAGE}` }) as const;
