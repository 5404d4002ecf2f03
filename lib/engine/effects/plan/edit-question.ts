import { toolsToTake } from "@/lib/agents/planned-tools";
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
import { previewOf } from "@/lib/core/stored-value";
import type { EffectContext } from "../effect";
import { taskIn } from "../work";
import type { TailBase } from "./tail";
import type { AnswerOfEdits } from "./taking-edits";

/** Characters of the ended tasks together that are shown whole beside what failed and what is open. */
const LED_TO_CHARS = 1_200;
/** Characters of the beginnings of all results together, and of one of them at most. */
const RESULTS_CHARS = 900;
const MOST_OF_RESULT = 300;
/** Of the whole question, what the short one may cost at most, at first and when it was asked to show more; beyond it, little is gained where it does and much lost where not. */
const MOST_OF_WHOLE = { first: 0.5, wider: 0.75 };

/** The short question about a plan in force, what its edits are made of, and the tail that they come to. */
export type EditQuestion = { input: EditsInput; of: EditBase; answerOf: AnswerOfEdits };

/**
 * What the replanner is asked before it is asked for a tail, with these tasks as well: undefined where edits cannot be the
 * answer, or asking for them would not pay (docs/engine.md, "Replans").
 */
export function editQuestion(
  { state, tools }: Pick<EffectContext, "state" | "tools">,
  { current, ended, withResult }: Pick<TailBase, "current" | "ended" | "withResult">,
  whole: ReplannerInput,
  more: readonly string[] = [],
): EditQuestion | undefined {
  const now = state();
  if (!now.replan || whole.suggestion || !mayBeMended(now, now.replan)) return;
  const answered = new Set(now.replan.covers);
  const begins = current.tasks.filter(({ id }) => !ended.has(id) || answered.has(id)).map(({ id }) => id);
  const shown = new Set([...begins, ...ledTo(current, now.replan, withResult), ...more]);
  const input = shortInput(now, current, shown, whole);
  const size = (prompt: RolePrompt) => estimatedInputTokens({ modelId: "", ...prompt });
  const most = more.length > 0 ? MOST_OF_WHOLE.wider : MOST_OF_WHOLE.first;
  if (size(editsReplanner.buildPrompt(input)) > most * size(replanner.buildPrompt(whole))) return;
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

/** Where the same thread of work has had a new plan before, or the last new plan was refused, another approach is wanted. */
function mayBeMended({ tasks, replanHistory }: Readonly<RunState>, replan: ReplanState): boolean {
  const { cause, number, tries, refused } = replan;
  if (tries > 0 || refused !== undefined) return false;
  if (cause.trigger === "person") return true;
  const failed = cause.taskId === undefined ? undefined : getOwn(tasks, cause.taskId);
  const lineage = failed?.spec.lineage;
  return !replanHistory.some(
    (entry) =>
      entry.kind === "replan" &&
      entry.number !== number &&
      entry.lineage === lineage &&
      entry.outcome === "adopted",
  );
}

/**
 * Leads from the task that the replan is about to what it rests on, itself where it is done: the nearest first, as far as there
 * is room. Results tell what a review has judged: it wants other work behind them.
 */
function ledTo({ tasks }: Plan, { cause }: ReplanState, withResult: ReadonlySet<string>): string[] {
  if (cause.trigger === "review") return [];
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
  const { mission, constraints, trigger, peopleSaid, comments, obligations, effectsDone, trials } = whole;
  const statusOf = (id: string) => {
    const task = taskIn(state, id);
    const status = toldStatus(task);
    return status === "failed" && task.attempts.length > 1 ? `failed ${task.attempts.length} times` : status;
  };
  const editable = tasks.filter(({ id }) => shown.has(id));
  const names = new Set(editable.map(({ agent }) => agent));
  const described = Object.entries(agents).filter(([name]) => names.has(name));
  // A wish or a check is about what is there; whatever else stops a plan may take new work, with other tools.
  const isWish = trigger.kind === "person";
  const takesTools = !isWish && trigger.kind !== "verification";
  const inUse = new Set(described.flatMap(([, { tools }]) => tools));
  const begins = isWish ? new Map<string, string>() : resultsOf(whole);
  return {
    mission,
    trigger,
    ...(constraints !== undefined && { constraints }),
    ...(peopleSaid && { peopleSaid }),
    ...(comments && { comments }),
    ...(obligations && { obligations }),
    tasks: editable.map((task) => {
      const status = statusOf(task.id);
      const result = begins.get(task.id);
      return {
        ...taskInShort(task),
        ...(status !== "pending" && { status }),
        ...(result !== undefined && { result }),
      };
    }),
    agents: Object.fromEntries(described.map(([name, agent]) => [name, agentInShort(agent)])),
    others: tasks.flatMap(({ id, title }) => {
      const result = begins.get(id);
      const line = `${id} (${statusOf(id)}): ${title}`;
      return shown.has(id) ? [] : [result === undefined ? line : `${line}: ${result}`];
    }),
    effectsDone,
    // Nothing was tried for a wish, which is no failure.
    ...(trials && !isWish && { trials }),
    ...(takesTools && {
      tools: toolsToTake(whole.tools, whole.attachments ?? []).filter(({ name }) => !inUse.has(name)),
    }),
  };
}

/** How the results begin that new work may build on, up to their share. */
function resultsOf({ completed }: ReplannerInput): ReadonlyMap<string, string> {
  const share = Math.min(MOST_OF_RESULT, Math.floor(RESULTS_CHARS / Math.max(1, completed.length)));
  return new Map(
    completed.flatMap(({ id, preview }) =>
      typeof preview === "string" && preview !== "" ? [[id, previewOf(preview, share)]] : [],
    ),
  );
}
