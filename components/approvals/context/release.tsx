"use client";

import { useQueries } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { valueQuery } from "@/lib/client/query";
import { textOf } from "@/lib/client/use-stored-text";
import { formatTools } from "@/lib/core/describe/gates/answers";
import { UNKNOWN_TARGET } from "@/lib/core/describe/gates/places";
import { releaseChanges } from "@/lib/core/describe/gates/release";
import { KIND_LABELS } from "@/lib/core/describe/looks/task";
import { fieldLabel } from "@/lib/core/describe/plans/plan-diff";
import { quoted } from "@/lib/core/legible/marked";
import { getOwn } from "@/lib/core/own";
import type { Task } from "@/lib/core/plan/schema";
import type { StoredAgent, StoredTask } from "@/lib/core/plan/stored";
import {
  instructionsOf,
  isCut,
  isTargetOpen,
  longTextOf,
  type ToldBeside,
  targetsIn,
  toldBeside,
} from "@/lib/core/plan/targets";
import { beginningOf } from "@/lib/core/run/gates/reading";
import { type AskedAbout, agentsOfRelease, leadingOfGate } from "@/lib/core/run/gates/risk";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Button } from "../../ui/button";
import { SeenText, TextWarnings } from "../../ui/seen-text";
import { PanelSection } from "../panel-section";
import { useNotesUnread } from "./unread";

type ReleaseProps = { state: RunState; gate: ApprovalState; title?: string };

/** All work that acts outside and that letting the gate pass sets free, and what flows into it. */
export function Release({ state, gate, title = "Releases work that acts outside" }: ReleaseProps) {
  // What was read while the gate waited stays as it was when the gate closes.
  const read = useRef<ReturnType<typeof shownOf>>(undefined);
  if (gate.status === "open" || !read.current) read.current = shownOf(state, gate);
  const { acts, changes } = read.current;
  if (acts.length === 0 && changes.length === 0) return null;
  return (
    <>
      {changes.length > 0 && (
        <PanelSection title="What you would release has changed">
          <ul className="grid gap-1 text-amber">
            {changes.map((line) => (
              <li key={line} className="wrap-anywhere">
                <span aria-hidden="true">▲ </span>
                <SeenText text={line} />
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
      <ReleasedActs title={title} runId={state.runId} acts={acts} />
    </>
  );
}

function shownOf(state: RunState, gate: ApprovalState) {
  const before =
    gate.supersedes === undefined ? undefined : getOwn(state.approvals, gate.supersedes)?.release;
  const changes = before && gate.release ? releaseChanges(before, gate.release) : [];
  return { acts: actsAt(state, gate), changes };
}

/** Lists the work that an answer, or another decision than the held one, lets act. */
export function actsAt(state: RunState, question: AskedAbout): Act[] {
  const agents = agentsOfRelease(state, question);
  return leadingOfGate(state, question).map(({ task, tools, feeds }) => ({
    task,
    tools,
    feeds,
    agent: agentOf(task, agents),
  }));
}

export type Act = {
  task: Pick<
    Task | StoredTask,
    | "id"
    | "type"
    | "title"
    | "agent"
    | "input"
    | "details"
    | "verification"
    | "outputSchema"
    | "llmReview"
    | "review"
    | "gate"
  >;
  tools: readonly string[];
  /** The acts into which its result flows; absent of an act. */
  feeds?: readonly { title: string }[] | undefined;
  /** By whose brief it is done; absent where nobody has one. */
  agent: AgentWords | undefined;
};
type AgentWords = Pick<StoredAgent, "prompt" | "examples" | "hints" | "reflection">;

/** Among the agents of its plan. */
export const agentOf = (
  { type, agent }: Pick<Act["task"], "type" | "agent">,
  agents: Readonly<Record<string, AgentWords>>,
): AgentWords | undefined => (type === "task" ? getOwn(agents, agent) : undefined);

type ReleasedActsProps = { title: string; runId: string; acts: readonly Act[] };

/**
 * Tasks that act: by what, where, their instructions, and the brief of who acts, which stands at the first of its tasks; and
 * the same of the work that flows into them.
 */
export function ReleasedActs({ title, runId, acts }: ReleasedActsProps) {
  if (acts.length === 0) return null;
  const isFirst = ({ task, agent }: Act, index: number) =>
    acts.findIndex((one) => one.agent === agent && one.task.agent === task.agent) === index;
  const feeding = acts.filter(({ feeds }) => feeds).length;
  return (
    <PanelSection title={title} aside={feedingNote(acts.length - feeding, feeding)}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {acts.map((act, index) => (
          <ReleasedWork key={act.task.id} runId={runId} act={act} showsBrief={isFirst(act, index)} />
        ))}
      </ul>
    </PanelSection>
  );
}

const feedingNote = (acts: number, feeding: number): string =>
  feeding === 0 ? `${acts}` : `${acts}, fed by ${feeding} more`;

type ReleasedWorkProps = { runId: string; act: Act; showsBrief: boolean };

function ReleasedWork({ runId, act: { task, tools, feeds, agent }, showsBrief }: ReleasedWorkProps) {
  const brief = agent?.prompt;
  const beside = toldBeside(task, showsBrief ? agent : undefined);
  const work = usePlanText(runId, instructionsOf(task));
  const ofAgent = usePlanText(runId, brief === undefined ? [] : [brief]);
  const told = task.type === "direct" ? work.text : `${task.title}\n${work.text}\n${ofAgent.text}`;
  const words = [told, ...beside.map(({ text }) => longTextOf(text))].join("\n");
  const targets = targetsIn(words);
  const isWhole = work.isWhole && ofAgent.isWhole;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      <TextWarnings value={[task.title, work.text, ofAgent.text]} />
      <span className="wrap-anywhere">
        <span aria-hidden="true" className={feeds ? "text-muted" : "text-amber"}>
          {feeds ? "→ " : "▲ "}
        </span>
        <SeenText text={quoted(task.title)} />
        <span className="text-muted text-xs">
          {" "}
          {KIND_LABELS[task.type]}
          {tools.length > 0 && (
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
        </span>
      </span>
      {targets.length > 0 && (
        <span className="wrap-anywhere pl-4 font-mono text-xs">
          <span className="font-sans">{feeds ? "names " : "to "}</span>
          <SeenText text={targets.join(", ")} />
        </span>
      )}
      {!feeds && isWhole && isTargetOpen(task, words) && (
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
      {brief !== undefined && (
        <span className="wrap-anywhere pl-4 text-xs">
          Brief of <SeenText text={task.agent} />
          {showsBrief ? ":" : ": as above"}
        </span>
      )}
      {brief !== undefined && (showsBrief || !ofAgent.isWhole) && <PlanText {...ofAgent} />}
      {beside.map(({ of, text }) => (
        <BesideWork key={of} {...{ runId, of, text }} />
      ))}
    </li>
  );
}

const MAX_FED = 3;

/** The acts that a task feeds, each in quotation marks: they are the words of the plan. */
const formatFed = (acts: readonly { title: string }[]): string => {
  const named = acts.slice(0, MAX_FED).map(({ title }) => quoted(title));
  return acts.length > MAX_FED ? `${named.join(", ")} and ${acts.length - MAX_FED} more` : named.join(", ");
};

/** What else reaches who does the work, or judges it. */
function BesideWork({ runId, of, text }: ToldBeside & { runId: string }) {
  const shown = usePlanText(runId, [text]);
  return (
    <>
      <TextWarnings value={[shown.text]} />
      <span className="pl-4 text-xs first-letter:uppercase">{fieldLabel(of)}:</span>
      <PlanText {...shown} />
    </>
  );
}

type PlanTextValue = ReturnType<typeof usePlanText>;

/** Texts of a plan as one; what is kept apart stands in with its beginning until it is asked for. */
export function usePlanText(runId: string, texts: ReturnType<typeof instructionsOf>) {
  const [isWanted, setWanted] = useState(false);
  const digests = [...new Set(texts.flatMap((text) => (isCut(text) ? [text.$ref] : [])))];
  const loaded = useQueries({
    queries: digests.map((digest) => ({ ...valueQuery(runId, digest), enabled: isWanted })),
  });
  const bodies = new Map(digests.map((digest, index) => [digest, loaded[index]?.data]));
  const text = texts
    .map((one) => textOf(isCut(one) ? (bodies.get(one.$ref) ?? one.preview) : one))
    .join("\n");
  return {
    text,
    isWhole: loaded.every(({ data }) => data !== undefined),
    isFetching: loaded.some(({ isFetching }) => isFetching),
    isError: loaded.some(({ isError }) => isError),
    load: () => {
      setWanted(true);
      for (const one of loaded) if (one.isError) void one.refetch();
    },
  };
}

/** Whole where it is short; else it has to be opened once before anything with a risk is let pass. */
export function PlanText({ text, isWhole, isFetching, isError, load }: PlanTextValue) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const beginning = beginningOf(text);
  const isLong = beginning !== undefined || !isWhole;
  const show = (next: boolean) => {
    setOpen(next);
    setOpened(true);
    if (next) load();
  };
  const box = useNotesUnread(isLong && !(wasOpened && isWhole), () => show(true));
  return (
    <div ref={box} className="grid gap-1 pl-4">
      <div
        dir="auto"
        className="wrap-anywhere whitespace-pre-wrap font-mono text-muted text-xs"
        aria-busy={isFetching}
      >
        <SeenText text={isOpen ? text : (beginning ?? text)} />
        {(beginning !== undefined ? !isOpen : !isWhole) && "…"}
      </div>
      {isLong && (
        <Button
          size="small"
          className="justify-self-start"
          disabled={isFetching}
          aria-expanded={isOpen && isWhole}
          onClick={() => show(!(isOpen && isWhole))}
        >
          {isFetching ? "Loading…" : isOpen && isWhole ? "Show less" : "Show all"}
        </Button>
      )}
      {isError && !isFetching && (
        <p role="alert" className="text-bad text-xs">
          <span aria-hidden="true">✕ </span>
          Could not load the text. Try again.
        </p>
      )}
    </div>
  );
}
