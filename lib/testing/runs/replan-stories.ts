import type { GateVerb } from "@/lib/core/run/gates/table";
import type { RunSettings } from "@/lib/core/run/settings";
import type { ReplanEntry } from "@/lib/core/run/state";
import { truncateSummary } from "@/lib/core/run/truncate/summary";
import { ANNA, planOf, RunWorld, type TaskDraft } from "./run-world";

/** What the tests of replans and iterations tell their stories with. */

export const worldOf = (tasks: TaskDraft[], settings: Partial<RunSettings> = {}) =>
  new RunWorld({ plan: planOf(...tasks), settings });

export const entryOf = (world: RunWorld): ReplanEntry => world.state.replanHistory.at(-1) as ReplanEntry;

const gateOf = (world: RunWorld) => world.last("approval_opened").payload;

/** Answers the gate that was opened last. */
export function decide(world: RunWorld, verb: GateVerb, comment: string): void {
  const { approvalId } = gateOf(world);
  world.send({ type: "decide_approval", approvalId, verb, comment, provenance: "person" }, ANNA);
}

/** The plan was carried out, and the summarizer misses something. */
export function summarizeWithGap(world: RunWorld): void {
  world.start();
  const { kept } = truncateSummary({
    finalAnswer: "A is done.",
    qualityScore: 0.4,
    qualityReasoning: "",
    needReplan: true,
    replanReason: "B is missing.",
    usedEvidence: [],
  });
  world.send({ type: "summary_written", key: world.keyOfKind("summarize"), summary: kept });
}
