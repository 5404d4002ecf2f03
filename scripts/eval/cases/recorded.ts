import { critique } from "@/lib/agents/critique";
import { reviewer } from "@/lib/agents/reviewer";
import { verification } from "@/lib/agents/verification";
import {
  type CaseOutcome,
  type ItemOf,
  isHeldBack,
  judgePredicate,
  type Measure,
} from "@/lib/core/evaluation";

/** What a recorded answer comes to when it is read today: no model is asked. */
export function recordedOutcome(item: ItemOf<"recorded">): CaseOutcome {
  const { id, role, recording } = item;
  const { measures, hits, said } = judgeRecorded(item);
  const call = { role, model: `recorded ${recording}`, promptVersion: "as recorded", simulated: false };
  const used = { inputTokens: 0, outputTokens: 0, costMicroUsd: 0 };
  return { id, measures, calls: [{ ...call, ...used }], ended: "judged", hits, said };
}

type Recorded = { measures: readonly Measure[]; hits: readonly Measure[]; said: string };

function judgeRecorded(item: ItemOf<"recorded">): Recorded {
  const { answer } = item;
  switch (item.role) {
    case "critique": {
      const read = critique.parse(answer);
      if (!read.ok) return missed("recorded_critiques_right", read.problem);
      const { score } = read.value;
      return counted("recorded_critiques_right", isHeldBack(score) !== item.stands, `score ${score}`);
    }
    case "reviewer": {
      const read = reviewer.parse(answer);
      if (!read.ok) return missed("recorded_decisions_right", read.problem);
      const { decision } = read.value;
      return counted("recorded_decisions_right", decision === item.decision, decision);
    }
    case "verification": {
      const read = verification.parse(answer);
      if (!read.ok) return missed("recorded_verdicts_right", read.problem);
      const { passed } = read.value;
      return counted("recorded_verdicts_right", passed === item.passed, passed ? "passed" : "not passed");
    }
    case "predicate": {
      const { valid, right, said } = judgePredicate(answer, item);
      const measures: Measure[] = ["recorded_predicates_valid", "recorded_predicates_right"];
      return { measures, hits: right ? measures : valid ? measures.slice(0, 1) : [], said };
    }
  }
}

const counted = (measure: Measure, isHit: boolean, said: string): Recorded => ({
  measures: [measure],
  hits: isHit ? [measure] : [],
  said,
});

const missed = (measure: Measure, problem: string): Recorded => counted(measure, false, problem);
