import { diffPlans } from "../compare/diff";
import type { Plan } from "../schema";
import { isGrave } from "./score";
import { type Finding, type FindingCode, MODEL_FINDINGS } from "./types";

const BY_MODEL: ReadonlySet<FindingCode> = new Set(MODEL_FINDINGS);

/**
 * What is left of a model's findings once its plan was revised: those about tasks that stayed as they were. Undefined where a
 * model has to judge again: the revision goes beyond the tasks that it found fault with, leaves a grave one as it was, or
 * answers a finding by which the mission fails or a person is not asked.
 */
export function leftAfterRevision(
  before: Plan,
  after: Plan,
  findings: readonly Finding[],
): Finding[] | undefined {
  const { added, removed, rewritten, changed, rewired, agentsChanged } = diffPlans(before, after);
  if (added.length + removed.length + rewritten.length + agentsChanged.length > 0) return;
  const said = findings.filter(({ code }) => BY_MODEL.has(code));
  const revised = new Set([...changed.map(({ id }) => id), ...rewired.map(({ task }) => task)]);
  const named = new Set(said.map(({ taskId }) => taskId));
  if ([...revised].some((id) => !named.has(id))) return;
  const isAnswered = ({ code, severity, taskId }: Finding) =>
    code !== "person_needed" && severity !== "critical" && taskId !== undefined && revised.has(taskId);
  const grave = said.filter(isGrave);
  if (grave.length === 0 || !grave.every(isAnswered)) return;
  return said.filter(({ taskId }) => taskId === undefined || !revised.has(taskId));
}
