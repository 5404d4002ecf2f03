import { getOwn } from "../../own";
import { type Act, isOfPlan, unmetObligations } from "../controls/obligations";
import { acting, planInForce, releasedBy } from "../controls/release/release";
import type { RefusedBefore } from "../events/approvals";
import type { RunState } from "../state";
import { tasksInForce } from "../state/in-force";

/**
 * Finds the last refusal of what a control would let act: people refused another control that held it back, and nobody has
 * let it pass since (docs/engine.md, "Who may change a control").
 */
export function refusedBefore(state: RunState, taskId: string): RefusedBefore | undefined {
  const refused = state.obligations.filter(
    (one) => one.refused && one.control !== taskId && !isOfPlan(one) && one.terms.kind === "human_review",
  );
  if (refused.length === 0) return;
  const tasks = tasksInForce(state);
  const acts = acting(releasedBy(planInForce(state), taskId)).flatMap(({ task, tools }) =>
    tools.map((tool): Act => ({ taskId: task.id, tool })),
  );
  const unmet = new Set(
    acts.flatMap((act) =>
      unmetObligations({ tasks, obligations: refused, releases: state.releases }, act).map(
        ({ control }) => control,
      ),
    ),
  );
  const gate = Object.values(state.approvals).findLast(
    (one) => one.decided?.verb === "reject" && unmet.has(one.taskId ?? ""),
  );
  const task = getOwn(state.tasks, gate?.taskId ?? "");
  if (!gate?.decided || !task) return;
  const { by, comment = "" } = gate.decided;
  return {
    title: task.spec.title,
    ...(by.kind === "person" && { by: by.name }),
    ...(comment.trim() !== "" && { words: comment.trim() }),
  };
}
