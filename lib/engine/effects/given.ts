import { type Given, givenBlocks, type JudgedWork, type TrajectoryLine } from "@/lib/agents/given";
import { peopleWordLines } from "@/lib/core/describe/people-words";
import { toldOfOthers } from "@/lib/core/run/controls/release/approved";
import { peopleWords } from "@/lib/core/run/people-words";
import type { Step } from "@/lib/core/trajectory";
import { promptAttachments } from "./attachments";
import { shownSteps } from "./attempt/compress";
import type { EffectContext } from "./effect";
import { mayHaveWritten, writtenCallLines } from "./tools/earlier-calls";
import { feedbackOf, inputText, shownUpstream, taskIn, type Work } from "./work";

/** Characters of an agent's steps that those read who judge it; the latest are the ones that count. */
const TRAJECTORY_CHARS = 60_000;

/**
 * All that the context's attempt was given when it began: an attempt that another worker continues, and those who judge it,
 * read the same words.
 */
export async function givenTo(context: EffectContext, work: Work): Promise<Given> {
  const state = context.state();
  const { startedAt = 0 } = taskIn(state, context.taskId).attempts.at(-1) ?? {};
  const followsOthers = context.attempt > 1 || state.counters.replans > 0 || state.parent !== undefined;
  const effectsDone =
    followsOthers && mayHaveWritten(state)
      ? await writtenCallLines(context, startedAt, toldOfOthers(state, context.taskId))
      : [];
  const said = peopleWords(state, context.taskId).filter(({ at }) => at <= startedAt);
  const feedback = feedbackOf(state, context);
  const attachments = await promptAttachments(context);
  return {
    upstream: shownUpstream(work),
    effectsDone,
    peopleSaid: peopleWordLines(said),
    ...(attachments && { attachments }),
    ...(feedback && { feedback }),
  };
}

/** The work of the context's attempt, for those who judge what it came to after these steps. */
export async function judgedWork(
  context: EffectContext,
  work: Work,
  steps: readonly Step[],
): Promise<JudgedWork> {
  const { id, title, details } = work.task;
  return {
    task: { id, title, details, input: inputText(work.input) },
    brief: work.agent.prompt,
    given: givenBlocks(await givenTo(context, work)),
    trajectory: shownTrajectory(steps),
  };
}

/** The steps before an answer as its critic reads them: the latest, as far as there is room. */
export function shownTrajectory(steps: readonly Step[]): TrajectoryLine[] {
  const lines = shownSteps(steps);
  let chars = 0;
  const firstLeftOut = lines.findLastIndex((line) => {
    chars += JSON.stringify(line).length;
    return chars > TRAJECTORY_CHARS;
  });
  const kept = lines.slice(firstLeftOut + 1);
  return kept.length === lines.length ? kept : [{ omitted: lines.length - kept.length }, ...kept];
}
