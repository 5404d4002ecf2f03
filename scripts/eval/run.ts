import { writeFileSync } from "node:fs";
import { type CaseOutcome, gateOpens, gateVerdicts, type ProjectSet, tally } from "@/lib/core/evaluation";
import type { ModelCallRow } from "@/lib/engine/types";
import { Failure } from "../lib/failure";
import type { Terminal } from "../mission/terminal";
import { plainLine } from "../mission/text";
import { type EvaluationRequest, readEvalArguments } from "./arguments";
import { createAsker } from "./ask";
import { answerCase } from "./cases/answers";
import type { EvaluationCase } from "./cases/case";
import { draftCases } from "./cases/drafts";
import { markedCase } from "./cases/marked";
import { planCase } from "./cases/plans";
import { predicateCase } from "./cases/predicates";
import { recordedOutcome } from "./cases/recorded";
import { refinementCase } from "./cases/refinements";
import { reviewCase } from "./cases/reviews";
import { evaluateDrills } from "./drills";
import { markedSet } from "./marks";
import { evaluateMissions } from "./missions";
import { missesOf, tableLines, verdictLines } from "./report";
import { runCases } from "./run-cases";
import { loadMarks, loadSet } from "./sets";
import { createSpending, UnknownCost } from "./spending";
import type { EvaluationWorld } from "./world";

type AskedSet = Exclude<ProjectSet, "recorded">;

const CASES: { [Name in AskedSet]: (folder: URL | undefined) => EvaluationCase[] } = {
  answers: (folder) => loadSet("answers", folder).map(answerCase),
  reviews: (folder) => loadSet("reviews", folder).map(reviewCase),
  predicates: (folder) => loadSet("predicates", folder).map(predicateCase),
  plans: (folder) => loadSet("plans", folder).map(planCase),
  drafts: (folder) => loadSet("drafts", folder).flatMap(draftCases),
  refinements: (folder) => loadSet("refinements", folder).map(refinementCase),
};

/** What the one who typed the command, or wrote the sets, has to change. */
const USAGE_FAULTS: ReadonlySet<string> = new Set(["set_damaged", "evaluation_usage", "cost_unknown"]);

/** The command `npm run eval`: gives its exit code (docs/evaluation.md, "The command"). */
export async function runEvaluation(argv: string[], world: EvaluationWorld): Promise<number> {
  const { terminal, folder } = world;
  const read = readEvalArguments(argv);
  if (!read.ok) {
    terminal.progress(read.message);
    return 2;
  }
  try {
    const { sets, missions, marks, exportMarks } = read.value;
    if (exportMarks !== undefined) return await writeMarks(exportMarks, world);
    if (missions?.faults) return await evaluateDrills(read.value, missions.id, world);
    if (missions !== undefined) return await evaluateMissions(read.value, missions.id, world);
    // All sets are read before anything is asked: a damaged line costs nothing.
    const cases = sets.flatMap((name) => (name === "recorded" ? [] : CASES[name](folder)));
    if (marks !== undefined) cases.push(...loadMarks(marks).map(markedCase));
    const recorded = sets.includes("recorded") ? loadSet("recorded", folder).map(recordedOutcome) : [];
    const asked = cases.length === 0 ? [] : await askCases(cases, read.value, world);
    return report([...asked, ...recorded], read.value, terminal);
  } catch (thrown) {
    if (!(thrown instanceof Failure) || !USAGE_FAULTS.has(thrown.code)) throw thrown;
    terminal.progress(thrown.message);
    return 2;
  }
}

/** Writes the marks of the workspace as a set. */
async function writeMarks(file: string, { terminal, withEffects }: EvaluationWorld): Promise<number> {
  const { lines, leftOut } = await withEffects((effects, services) => markedSet({ effects, services }));
  writeFileSync(file, `${lines.join("\n")}\n`);
  const rest = leftOut > 0 ? `, ${leftOut} left out: no reviewer was asked` : "";
  terminal.progress(`${lines.length - 1} marks written to ${file}${rest}`);
  return 0;
}

async function askCases(
  cases: readonly EvaluationCase[],
  { model, maxCostMicroUsd }: EvaluationRequest,
  { terminal, signal, withEffects }: EvaluationWorld,
): Promise<CaseOutcome[]> {
  try {
    return await withEffects(async (effects, _services, keepCall = async () => {}) => {
      const spending = createSpending(maxCostMicroUsd);
      const keeping: Promise<void>[] = [];
      const onCall = (row: ModelCallRow) => void keeping.push(keepCall(row));
      const openAsker = await createAsker(effects, { model, spending, signal, onCall });
      const outcomes = await runCases(cases, {
        openAsker,
        signal,
        onOutcome: ({ id, ended }, done) => terminal.progress(`${done} of ${cases.length}  ${ended}  ${id}`),
      });
      await Promise.all(keeping);
      return outcomes;
    });
  } catch (thrown) {
    if (!(thrown instanceof UnknownCost)) throw thrown;
    throw new Failure("cost_unknown", "--max-cost needs a model with a price. Give it one in the settings.");
  }
}

function report(
  outcomes: readonly CaseOutcome[],
  { json, gate }: EvaluationRequest,
  terminal: Terminal,
): number {
  const rows = tally(outcomes);
  const verdicts = gateVerdicts(rows);
  const misses = missesOf(outcomes);
  if (json) terminal.result(JSON.stringify({ rows, targets: verdicts, misses }, null, 2));
  else {
    for (const { id, measure, said } of misses)
      terminal.progress(`miss  ${measure}  ${id}  ${plainLine(said, 160)}`);
    for (const line of [...tableLines(rows), "", ...verdictLines(verdicts)]) terminal.result(line);
  }
  return gate && !gateOpens(verdicts) ? 1 : 0;
}
