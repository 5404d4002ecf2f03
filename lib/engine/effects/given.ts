import { textWithin } from "@/lib/agents/delimit";
import { type Given, givenBlocks, type JudgedWork, type TrajectoryLine } from "@/lib/agents/given";
import type { AttachmentNote } from "@/lib/core/attachments";
import { peopleWordLines } from "@/lib/core/describe/people-words";
import type { Json } from "@/lib/core/json";
import { workSentBack } from "@/lib/core/run/controls/release/traces";
import { peopleWords } from "@/lib/core/run/people-words";
import type { Step } from "@/lib/core/trajectory";
import { promptAttachments } from "./attachments";
import { shownSteps } from "./attempt/compress";
import type { EffectContext } from "./effect";
import { mayHaveWritten, writtenCallLines } from "./tools/earlier-calls";
import {
  bodyOf,
  feedbackOf,
  inputText,
  loadBodies,
  refsOfValues,
  shownUpstream,
  taskIn,
  type Work,
} from "./work";

/** Characters of an agent's steps that those read who judge it; the latest are the ones that count. */
const TRAJECTORY_CHARS = 60_000;

/** Characters of earlier work that is to be changed. */
const SENT_BACK_CHARS = 20_000;

/**
 * All that the context's attempt was given when it began: an attempt that another worker continues, and those who judge it,
 * read the same words.
 */
export async function givenTo(context: EffectContext, work: Work): Promise<Given> {
  const state = context.state();
  const { startedAt = 0 } = taskIn(state, context.taskId).attempts.at(-1) ?? {};
  const followsOthers = context.attempt > 1 || state.counters.replans > 0 || state.parent !== undefined;
  const effectsDone =
    followsOthers && mayHaveWritten(state) ? await writtenCallLines(context, startedAt, context.taskId) : [];
  const said = peopleWords(state, context.taskId, "before", startedAt);
  const feedback = feedbackOf(state, context);
  const sentBack = await readSentBack(context);
  const files = await promptAttachments(context);
  const attachments = work.agent.tools.length > 0 ? files : files?.map(withoutBeginning);
  return {
    upstream: shownUpstream(work),
    effectsDone,
    peopleSaid: peopleWordLines(said),
    ...(attachments && { attachments }),
    ...(sentBack !== undefined && { sentBack }),
    ...(feedback && { feedback }),
  };
}

/** A file as the one knows it who has no tool to read on in it; what is there to its end stays. */
function withoutBeginning({ table: _, ...note }: AttachmentNote): AttachmentNote {
  const { begins, ...named } = note;
  return begins !== undefined && Buffer.byteLength(begins) < note.bytes ? named : note;
}

async function readSentBack(context: EffectContext): Promise<Json | undefined> {
  const { workspaceId } = context.state();
  const value = workSentBack(context.state(), context.taskId);
  if (!value) return;
  const body = bodyOf(value, await loadBodies(context, workspaceId, refsOfValues([value])));
  return textWithin(body, SENT_BACK_CHARS);
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
