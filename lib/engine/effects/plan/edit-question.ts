import { type ReplannerInput, replanner } from "@/lib/agents/replanner";
import { type EditsInput, editsReplanner } from "@/lib/agents/replanner/edits";
import type { RolePrompt } from "@/lib/agents/role";
import { estimatedInputTokens } from "@/lib/core/cost";
import { getOwn } from "@/lib/core/own";
import { reachOf } from "@/lib/core/plan/reach";
import type { Plan } from "@/lib/core/plan/schema";
import { editedTail } from "@/lib/core/plan/staged/edited-tail";
import type { EditBase } from "@/lib/core/plan/staged/from-answer";
import { agentInShort, taskInShort } from "@/lib/core/plan/write/json";
import type { ReplanState, RunState } from "@/lib/core/run/state";
import { toldStatus } from "@/lib/core/run/state/told-status";
import type { EffectContext } from "../effect";
import { taskIn } from "../work";
import type { TailBase } from "./tail";
import type { AnswerOfEdits } from "./taking-edits";

/** Characters of the ended tasks together that are shown whole beside what failed and what is open. */
const LED_TO_CHARS = 1_200;
/** Of the whole question, what the short one may cost at most; beyond it, little is gained where it does and much lost where not. */
const MOST_OF_WHOLE = 0.45;

/** The short question about a plan in force, what its edits are made of, and the tail that they come to. */
export type EditQuestion = { input: EditsInput; of: EditBase; answerOf: AnswerOfEdits };

/**
 * What the replanner is asked before it is asked for a tail: undefined where edits cannot be the answer, or asking for them
 * would not pay (docs/engine.md, "Replans").
 */
export function editQuestion(
  { state, tools }: Pick<EffectContext, "state" | "tools">,
  { current, ended, withResult }: Pick<TailBase, "current" | "ended" | "withResult">,
  whole: ReplannerInput,
): EditQuestion | undefined {
  const now = state();
  if (!now.replan || whole.suggestion || !mayBeMended(now, now.replan)) return;
  const answered = new Set(now.replan.covers);
  const begins = current.tasks.filter(({ id }) => !ended.has(id) || answered.has(id)).map(({ id }) => id);
  if (begins.length === 0) return;
  const shown = new Set([...begins, ...ledTo(current, now.replan, withResult)]);
  const input = shortInput(now, current, shown, whole);
  const size = (prompt: RolePrompt) => estimatedInputTokens({ modelId: "", ...prompt });
  if (size(editsReplanner.buildPrompt(input)) > MOST_OF_WHOLE * size(replanner.buildPrompt(whole))) return;
  const closed = current.tasks.filter(({ id }) => !shown.has(id));
  return {
    input,
    of: {
      plan: current,
      closed: new Map(closed.map(({ id }) => [id, "was not shown to be edited"])),
      ended: new Set([...ended].filter((id) => !answered.has(id))),
    },
    answerOf: (after, again) =>
      editedTail({
        before: current,
        after,
        again,
        ended,
        answered,
        succeeded: withResult,
        reach: reachOf(current, tools.list()),
      }),
  };
}

/**
 * Whether single fields may be what is wrong. A review that wants another plan has seen no task fail: it wants other work. Where
 * an agent says that its task cannot be done, the same thread of work has had a new plan before, or the last new plan was
 * refused, another approach is wanted.
 */
function mayBeMended({ tasks, replanHistory }: Readonly<RunState>, replan: ReplanState): boolean {
  const { cause, number, tries, refused } = replan;
  if (cause.trigger === "review" || tries > 0 || refused !== undefined) return false;
  if (cause.trigger === "person") return true;
  const failed = cause.taskId === undefined ? undefined : getOwn(tasks, cause.taskId);
  if (failed?.attempts.at(-1)?.code === "abstained") return false;
  const lineage = failed?.spec.lineage;
  return !replanHistory.some(
    (entry) =>
      entry.kind === "replan" &&
      entry.number !== number &&
      entry.lineage === lineage &&
      entry.outcome === "adopted",
  );
}

/** What the task that the replan is about rests on, and itself where it is done: the nearest first, as far as there is room. */
function ledTo({ tasks }: Plan, { cause }: ReplanState, withResult: ReadonlySet<string>): string[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const found = new Set<string>(cause.taskId === undefined ? [] : [cause.taskId]);
  const near: string[] = [];
  let left = LED_TO_CHARS;
  for (const id of found) {
    const task = byId.get(id);
    if (!task) continue;
    if (withResult.has(id)) {
      left -= JSON.stringify(taskInShort(task)).length;
      if (left < 0) break;
      near.push(id);
    }
    for (const one of task.dependsOn) found.add(one);
  }
  return near;
}

function shortInput(
  state: Readonly<RunState>,
  { agents, tasks }: Plan,
  shown: ReadonlySet<string>,
  whole: ReplannerInput,
): EditsInput {
  const { mission, constraints, trigger, peopleSaid, comments, obligations } = whole;
  const statusOf = (id: string) => {
    const task = taskIn(state, id);
    const status = toldStatus(task);
    return status === "failed" && task.attempts.length > 1 ? `failed ${task.attempts.length} times` : status;
  };
  const editable = tasks.filter(({ id }) => shown.has(id));
  const names = new Set(editable.map(({ agent }) => agent));
  const described = Object.entries(agents).filter(([name]) => names.has(name));
  return {
    mission,
    trigger,
    ...(constraints !== undefined && { constraints }),
    ...(peopleSaid && { peopleSaid }),
    ...(comments && { comments }),
    ...(obligations && { obligations }),
    tasks: editable.map((task) => {
      const status = statusOf(task.id);
      return { ...taskInShort(task), ...(status !== "pending" && { status }) };
    }),
    agents: Object.fromEntries(described.map(([name, agent]) => [name, agentInShort(agent)])),
    others: tasks.flatMap(({ id, title }) => (shown.has(id) ? [] : [`${id} (${statusOf(id)}): ${title}`])),
    // A wish is no failure: nothing was tried for it.
    ...(whole.trials && trigger.kind !== "person" && { trials: whole.trials }),
  };
}
