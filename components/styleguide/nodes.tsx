"use client";

import "../graph/graph.css";
import { TASK_STATUS_DISPLAY } from "@/lib/core/describe/looks/task-status";
import { TASK_TYPES } from "@/lib/core/plan/words";
import { CHECK_LAYERS } from "@/lib/core/run/events/checks";
import { TASK_STATUSES } from "@/lib/core/run/status";
import type { TaskComments, TaskFacts } from "../graph/facts";
import { taskAriaLabel } from "../graph/labels";
import { foldLevels } from "../graph/levels";
import { factsOfPlanned } from "../graph/task-facts";
import { TaskNode } from "../graph/task-node";
import { SEVERITIES } from "../status";
import { LONG_TEXT, type Scheme, Specimen, State } from "./specimen";

/** What one meets of tasks on the canvas and in the list. */
export function Nodes() {
  return (
    <Specimen
      name="TaskNode"
      states="kinds, statuses, decisions, evidence, changes of a version and staged ones, notes; shrunk, small, far"
    >
      {(scheme) => <EveryNode scheme={scheme} />}
    </Specimen>
  );
}

/** How the canvas calls its zooms. */
const ZOOMS = { shrunk: "graph-is-shrunk", small: "graph-is-small", far: "graph-is-far" } as const;

function EveryNode({ scheme }: { scheme: Scheme }) {
  const { kinds, ...others } = taskStates(scheme);
  return (
    <>
      <NodeRow states={kinds} />
      {Object.entries(others).map(([about, states]) => (
        <NodeRow key={about} states={states} />
      ))}
      {Object.entries(ZOOMS).map(([zoom, className]) => (
        <State key={zoom} name={zoom}>
          <NodeRow states={kinds} className={className} isNamed={false} />
        </State>
      ))}
    </>
  );
}

type NodeRowProps = { states: TaskStates; className?: string; isNamed?: boolean };

/** Nodes in the size that they have on the canvas, whose styles go by the class around it. */
function NodeRow({ states, className = "", isNamed = true }: NodeRowProps) {
  return (
    <div className={`react-flow flex flex-wrap gap-x-8 gap-y-4 pl-4 ${className}`}>
      {Object.entries(states).map(([name, facts]) =>
        isNamed ? (
          <State key={name} name={name}>
            <Node facts={facts} isSelected={name === "selected"} />
          </State>
        ) : (
          <Node key={name} facts={facts} />
        ),
      )}
    </div>
  );
}

function Node({ facts, isSelected = false }: { facts: TaskFacts; isSelected?: boolean }) {
  return (
    <fieldset
      aria-label={taskAriaLabel(facts)}
      className="react-flow__node relative! grid min-h-18.5 w-54 grid-cols-[minmax(0,1fr)]"
    >
      <TaskNode data={{ facts }} selected={isSelected} />
    </fieldset>
  );
}

/** A group of states, by their names. */
type TaskStates = Record<string, TaskFacts>;

const COMMENTS_ARE: readonly TaskComments["commentsAre"][] = ["open", "answered", "addressed", "stale"];
const DONE = { status: "succeeded", startedAt: 0, endedAt: 94_000, costUsd: 0.0042 } as const;

/** Tasks in every state in which the canvas and the list show one, by what the states are about. */
function taskStates(scheme: Scheme) {
  const task = (id: string, facts: Partial<TaskFacts> = {}): TaskFacts => ({
    ...factsOfPlanned({ id: `${id}-${scheme}`, title: id, type: "task", agent: "engineer", maxRetries: 2 }),
    ...facts,
  });
  const ofKind = (kind: (typeof TASK_TYPES)[number]) =>
    factsOfPlanned({ id: `${kind}-${scheme}`, title: kind, type: kind, agent: "default", maxRetries: 0 });
  const named = (all: readonly (readonly [string, TaskFacts])[]): TaskStates =>
    Object.fromEntries(all.map(([name, facts]) => [name, { ...facts, id: `${name}-${scheme}` }]));
  const waiting = { ...TASK_STATUS_DISPLAY.waiting, status: "waiting" } as const;
  const verified = (kinds: string) =>
    task(`by ${kinds}`, {
      ...DONE,
      icon: "✓",
      word: "verified",
      tone: "ok",
      evidence: "verified",
      evidenceKinds: kinds,
    });
  const folded = foldLevels(
    { nodes: [verified("schema"), { ...task("next"), level: 1 }], edges: [] },
    new Set([0]),
  ).graph.nodes.find(({ kind }) => kind === "fold");
  return {
    kinds: named([
      ...TASK_TYPES.map((kind) => [kind, ofKind(kind)] as const),
      ["fold", { ...(folded ?? task("fold")), id: `fold-${scheme}` }],
    ]),
    statuses: named(
      TASK_STATUSES.map((status) => [
        status,
        task(status, { status, ...TASK_STATUS_DISPLAY[status], ghost: status === "superseded" }),
      ]),
    ),
    decisions: named([
      ["review running", { ...ofKind("planning_review"), ...TASK_STATUS_DISPLAY.running, status: "running" }],
      [
        "decision held",
        {
          ...ofKind("planning_review"),
          status: "running",
          icon: "◆",
          word: "decision held",
          tone: "run",
          decision: "REPLAN",
          heldUntil: 1,
        },
      ],
      [
        "decided",
        {
          ...ofKind("planning_review"),
          ...DONE,
          icon: "◆",
          word: "decided",
          tone: "plain",
          decision: "CONTINUE",
        },
      ],
      ["gate waits", { ...ofKind("human_review"), ...waiting }],
      [
        "accepted",
        {
          ...ofKind("human_review"),
          ...DONE,
          icon: "◈",
          word: "accepted by Anna",
          tone: "amber",
          evidence: "accepted",
          evidenceKinds: "person",
        },
      ],
      ["synthesis done", { ...ofKind("synthesis_gate"), ...TASK_STATUS_DISPLAY.succeeded, ...DONE }],
    ]),
    evidence: named([
      ...CHECK_LAYERS.map((layer) => [`by ${layer}`, verified(layer)] as const),
      ["by two", verified(CHECK_LAYERS.slice(0, 2).join(", "))],
      [
        "failed at predicate",
        task("refused", {
          ...DONE,
          ...TASK_STATUS_DISPLAY.failed,
          status: "failed",
          evidence: "failed",
          evidenceKinds: "predicate",
        }),
      ],
      [
        "attempt 2 of 3",
        task("retried", { ...DONE, ...TASK_STATUS_DISPLAY.succeeded, attempt: 2, attempts: 3 }),
      ],
      ["cost unknown", task("unpriced", { ...DONE, ...TASK_STATUS_DISPLAY.succeeded, costUsd: null })],
    ]),
    changes: named([
      ...(["added", "changed", "removed"] as const).map(
        (mark) => [mark, task(mark, { mark, ghost: mark === "removed" })] as const,
      ),
      ["locked", task("locked", { ...DONE, ...TASK_STATUS_DISPLAY.succeeded, locked: true })],
      [
        "dropped in v2",
        task("dropped", {
          ...TASK_STATUS_DISPLAY.superseded,
          status: "superseded",
          ghost: true,
          droppedIn: 2,
        }),
      ],
    ]),
    notes: named([
      ...SEVERITIES.map((severity) => [severity, task(severity, { severity, issueCount: 2 })] as const),
      ...COMMENTS_ARE.map(
        (commentsAre) =>
          [`comments ${commentsAre}`, task(commentsAre, { comments: 2, commentsAre })] as const,
      ),
      ["selected", task("selected")],
      ["long text", task(LONG_TEXT, { actor: LONG_TEXT.slice(0, 60) })],
    ]),
  } satisfies Record<string, TaskStates>;
}
