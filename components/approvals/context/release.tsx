"use client";

import { useRef } from "react";
import { describeEnd, givenBy, labelWithType, steeredBy } from "@/lib/core/describe/gates/came-to";
import { UNKNOWN_TARGET } from "@/lib/core/describe/gates/places";
import { releaseChanges } from "@/lib/core/describe/gates/release";
import { checkTexts, doneBeforeLines, writtenSince } from "@/lib/core/describe/gates/released-text";
import { KIND_LABELS } from "@/lib/core/describe/looks/task";
import { linesHeard } from "@/lib/core/describe/people-words";
import { fieldLabel } from "@/lib/core/describe/plans/plan-diff";
import { formatTools } from "@/lib/core/describe/tools";
import { quoted } from "@/lib/core/legible/marked";
import { getOwn } from "@/lib/core/own";
import { instructionsOf, isTargetOpen, longTextOf, programWords, targetsIn } from "@/lib/core/plan/targets";
import { type Act, actsAt, isDrawnApart, resultText } from "@/lib/core/run/gates/acts";
import type { ApprovalState, RunState, TaskState } from "@/lib/core/run/state";
import { SeenText, TextWarnings } from "../../ui/seen-text";
import { PanelSection } from "../panel-section";
import { AlsoGiven } from "./also-given";
import { LabelledText, PlanText, usePlanText } from "./plan-text";
import { Part } from "./unread";
import type { ApprovalContext } from "./use-approval-context";

type ReleaseProps = {
  state: RunState;
  released: ReleaseRead;
  title?: string;
  /** Absent while nothing more is known of it. */
  context?: Pick<ApprovalContext, "files" | "tailActs"> | undefined;
};

/** All work that acts outside and that letting the gate pass sets free, and what flows into it. */
export function Release({
  state,
  released: { acts, changes },
  title = "Releases work that acts outside",
  context,
}: ReleaseProps) {
  const hasTail = (context?.tailActs ?? []).length > 0;
  return (
    <Part name="release">
      <ReleaseChanges title="What you would release has changed" changes={changes} />
      <ReleasedActs title={title} runId={state.runId} acts={acts} />
      {(acts.length > 0 || hasTail) && (
        <AlsoGiven state={state} files={context?.files} said={linesHeard(state, acts, hasTail)} />
      )}
    </Part>
  );
}

/** In what it differs from what was shown before; nothing where it does not. */
export function ReleaseChanges({ title, changes }: { title: string; changes: readonly string[] }) {
  if (changes.length === 0) return null;
  return (
    <PanelSection title={title}>
      <ul className="grid gap-1 text-amber">
        {changes.map((line) => (
          <li key={line} className="wrap-anywhere">
            <span aria-hidden="true">▲ </span>
            <SeenText text={line} />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

/** Reads what a gate releases, and what of that has changed; what was read while it waited stays as it was when it closes. */
export function useRelease(state: RunState, gate: ApprovalState): ReleaseRead {
  const read = useRef<ReleaseRead>(undefined);
  if (gate.status === "open" || !read.current) read.current = releaseRead(state, gate);
  return read.current;
}

type ReleaseRead = { acts: Act[]; changes: string[] };

function releaseRead(state: RunState, gate: ApprovalState): ReleaseRead {
  const before =
    gate.supersedes === undefined ? undefined : getOwn(state.approvals, gate.supersedes)?.release;
  const changes = before && gate.release ? releaseChanges(before, gate.release) : [];
  return { acts: panelActs(state, gate), changes };
}

/** What the answer to a question lets act, without what stands among its evidence. */
export const panelActs = (state: RunState, question: Parameters<typeof actsAt>[1]): Act[] =>
  actsAt(state, question).filter((act) => !isDrawnApart(act));

type ReleasedActsProps = { title: string; runId: string; acts: readonly Act[] };

/**
 * Tasks that act: by what, where, their instructions, and the brief of who acts, which stands at the first of its tasks; and
 * the same of the work that flows into them, or what that came to where it has ended.
 */
export function ReleasedActs({ title, runId, acts }: ReleasedActsProps) {
  if (acts.length === 0) return null;
  const feeding = acts.filter(({ feeds }) => feeds).length;
  return (
    <PanelSection title={title} aside={feedingNote(acts.length - feeding, feeding)}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {acts.map((act) => (
          <ReleasedWork key={`${act.task.id} ${act.ended ?? ""}`} runId={runId} act={act} />
        ))}
      </ul>
    </PanelSection>
  );
}

const feedingNote = (acts: number, feeding: number): string =>
  feeding === 0 ? `${acts}` : `${acts}, fed by ${feeding} more`;

type ReleasedWorkProps = { runId: string; act: Act };

function ReleasedWork({ runId, act }: ReleasedWorkProps) {
  const { task, tools, feeds, ended, given, known } = act;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      <TextWarnings value={task.title} />
      <span className="wrap-anywhere">
        <span aria-hidden="true" className={feeds ? "text-muted" : "text-amber"}>
          {feeds ? "→ " : "▲ "}
        </span>
        <SeenText text={quoted(task.title)} />
        <span className="text-muted text-xs">
          {" "}
          {KIND_LABELS[task.type]}
          {tools.length > 0 && !ended && (
            <>
              {" "}
              · <SeenText text={formatTools(tools)} />
            </>
          )}
          {feeds && (
            <>
              {" "}
              · feeds <SeenText text={formatFed(feeds)} />
            </>
          )}
          {" · "}
          <span className="font-mono">
            <SeenText text={task.id} />
          </span>
        </span>
      </span>
      {doneBeforeLines(act).map((line) => (
        <span key={line} className="wrap-anywhere pl-4 text-amber text-xs first-letter:uppercase">
          <SeenText text={line} />
        </span>
      ))}
      {ended && known ? <Ended runId={runId} task={known} /> : <Told runId={runId} act={act} />}
      {given.map((one) => (
        <LabelledText
          key={one.approvalId}
          runId={runId}
          label={labelWithType(givenBy(one), one.value)}
          text={resultText(one.value)}
        />
      ))}
      {known?.steeringMessages?.map((one) => (
        <LabelledText key={one.seq} runId={runId} label={steeredBy(one)} text={one.message} />
      ))}
    </li>
  );
}

/** Shows all texts of work that is still to be done. */
function Told({ runId, act }: ReleasedWorkProps) {
  const { task, feeds, agent, isToldAbove, beside, known } = act;
  const brief = agent?.prompt;
  const work = usePlanText(runId, instructionsOf(task));
  const ofAgent = usePlanText(runId, brief === undefined ? [] : [brief]);
  const program = usePlanText(runId, task.type === "direct" ? [task.input] : []);
  const rest = usePlanText(runId, task.details);
  const told =
    task.type === "direct"
      ? `${programWords(program.text)}\n${rest.text}`
      : `${task.title}\n${work.text}\n${ofAgent.text}`;
  const written = writtenSince(known);
  const words = [
    told,
    ...written.map(({ text }) => text),
    ...beside.map(({ text }) => longTextOf(text)),
  ].join("\n");
  const targets = targetsIn(words);
  const isWhole = work.isWhole && ofAgent.isWhole;
  return (
    <>
      <TextWarnings value={[work.text, ofAgent.text]} />
      {targets.length > 0 && (
        <span className="wrap-anywhere pl-4 font-mono text-xs">
          <span className="font-sans">{feeds ? "names " : "to "}</span>
          <SeenText text={targets.join(", ")} />
        </span>
      )}
      {!feeds && isWhole && isTargetOpen(task, words, program.text) && (
        <span className="pl-4 text-amber text-xs first-letter:uppercase">
          {targets.length > 0 ? "also to targets not known beforehand" : UNKNOWN_TARGET}
        </span>
      )}
      {!isWhole && (
        <span className="pl-4 text-amber text-xs">
          Addresses in the rest of its text are listed once all of it is shown.
        </span>
      )}
      <PlanText {...work} />
      {written.map((one) => (
        <LabelledText key={`${one.label} ${one.text}`} runId={runId} {...one} />
      ))}
      {brief !== undefined && (
        <span className="wrap-anywhere pl-4 text-xs">
          Brief of <SeenText text={task.agent} />
          {isToldAbove ? ": as above" : ":"}
        </span>
      )}
      {brief !== undefined && (!isToldAbove || !ofAgent.isWhole) && <PlanText {...ofAgent} />}
      {beside.map(({ of, by, text }) => (
        <LabelledText
          key={`${of} ${by}`}
          runId={runId}
          text={text}
          label={by === undefined ? fieldLabel(of) : `${fieldLabel(of)} of ${by}`}
        />
      ))}
      {checkTexts(act).map((one) => (
        <LabelledText key={one.label} runId={runId} {...one} />
      ))}
    </>
  );
}

/** What work came to that has ended: an act reads that, and none of its instructions. */
function Ended({ runId, task }: { runId: string; task: TaskState }) {
  const end = describeEnd(task);
  return (
    <>
      <span className="wrap-anywhere pl-4 text-xs">
        <SeenText text={end} />
      </span>
      {task.result && (
        <LabelledText
          runId={runId}
          label={labelWithType("Result", task.result)}
          text={resultText(task.result)}
        />
      )}
    </>
  );
}

const MAX_FED = 3;

/** The acts that a task feeds, each in quotation marks: they are the words of the plan. */
const formatFed = (acts: readonly { title: string }[]): string => {
  const named = acts.slice(0, MAX_FED).map(({ title }) => quoted(title));
  return acts.length > MAX_FED ? `${named.join(", ")} and ${acts.length - MAX_FED} more` : named.join(", ");
};
