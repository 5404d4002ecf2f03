import { compareRows, type TaskSide } from "@/lib/core/compare/compare";
import { describeEvent } from "@/lib/core/describe/events";
import { consequenceOf } from "@/lib/core/describe/gates/answers";
import { gateTitle, headline } from "@/lib/core/describe/gates/headline";
import { listedQuestion } from "@/lib/core/describe/gates/listed-question";
import { questionParts } from "@/lib/core/describe/gates/question-parts";
import { questionLead } from "@/lib/core/describe/gates/questions";
import { describeRelease } from "@/lib/core/describe/gates/release";
import { modelLines } from "@/lib/core/describe/gates/released-text";
import { describeRisk } from "@/lib/core/describe/gates/risk";
import { evidenceKinds, taskDisplay } from "@/lib/core/describe/looks/task";
import { namesOf } from "@/lib/core/describe/names";
import { linesHeard, peopleWordLines } from "@/lib/core/describe/people-words";
import { layoutOfDrill } from "@/lib/core/drills/layout";
import { localOperator } from "@/lib/core/people";
import { plan as planSchema } from "@/lib/core/plan/schema";
import { writePlanText } from "@/lib/core/plan/write/text";
import { runReport } from "@/lib/core/report/run-report";
import { nextEffects, type RunEvent, type RunState, statusOf } from "@/lib/core/run";
import { consentsIn, notDoneIn } from "@/lib/core/run/consent";
import { planVersionsOf } from "@/lib/core/run/events/plan-versions";
import { actsAt } from "@/lib/core/run/gates/acts";
import { authorsAt } from "@/lib/core/run/gates/authors";
import { stuckGate } from "@/lib/core/run/gates/passable";
import { riskOf } from "@/lib/core/run/gates/risk";
import { sayBoundAt } from "@/lib/core/run/gates/terms";
import { canSteer, interventionsFor } from "@/lib/core/run/interventions";
import { ledgerOf } from "@/lib/core/run/ledger/budgets";
import { costsOfEvents } from "@/lib/core/run/ledger/costs-of-events";
import { peopleWords } from "@/lib/core/run/people-words";
import { editRight } from "@/lib/core/run/plan-edits";
import { reviewWarnings } from "@/lib/core/run/review-warnings";
import { answersByTask, openGates, tasksToShow } from "@/lib/core/run/selectors";
import { simulatedToolsOf } from "@/lib/core/run/simulated";
import { standings } from "@/lib/core/run/standing";
import { marksOf, timeMarks } from "@/lib/core/timeline/marks";
import { criticalTasks, timelineOf } from "@/lib/core/timeline/rows";
import { isIdle, parkingAfter } from "@/lib/engine/run-store/parking";
import { approvalRowOf, decisionRowsOf } from "@/lib/engine/run-store/project-decisions";
import {
  attemptRowsOf,
  critiqueRowsOf,
  planVersionRowsOf,
  replanRowsOf,
  runRowOf,
  taskRowOf,
} from "@/lib/engine/run-store/project-run";

/** A run as it stands after a step: `fresh` are the events of that step. */
type Seen = { state: RunState; events: readonly RunEvent[]; fresh: RunEvent[] };

/** `every` how many steps it is read, beside the last. */
type View = { read(seen: Seen): unknown; every: number };
const each = (read: View["read"]): View => ({ read, every: 1 });
/** What takes the longer the longer the run is. */
const atTimes = (read: View["read"]): View => ({ read, every: 16 });
const atEnd = (read: View["read"]): View => ({ read, every: Number.POSITIVE_INFINITY });

/**
 * What is read of a run: the folded state, the rows from which lists, inbox, report and comparison are read, and what the
 * core makes of both.
 */
export const VIEWS: Record<string, View> = {
  state: each(({ state }) => state),
  run: each(({ state, fresh }) => ({
    row: runRowOf(state, fresh, parkingAfter(state, false, state.lastAt, {}, isIdle)),
    status: statusOf(state),
    effects: nextEffects(state),
    budgets: ledgerOf(state, state.lastAt),
  })),
  headline: each(({ state }) => headline(state)),
  gates: each(({ state }) => openGates(state).map(gateAsRead(state))),
  rows: each(({ state, fresh }) => ({
    decisions: decisionRowsOf(state, fresh),
    replans: replanRowsOf(state, fresh),
    critiques: critiqueRowsOf(fresh),
    plans: planVersionRowsOf(fresh, new Map()),
  })),
  log: each(({ state, fresh }) => fresh.map((event) => describeEvent(event, namesOf(state)))),
  tasks: atTimes(({ state }) => tasksAsRead(state)),
  answered: atTimes(({ state }) => Object.values(state.approvals).map(approvalRowOf(state))),
  timeline: atTimes(({ state, events }) => ({
    ...timelineOf(state, events),
    marks: timeMarks(state, events, marksOf(events)),
    critical: criticalTasks(state),
  })),
  costs: atTimes(({ state, events }) => costsOfEvents(state, events)),
  plans: atEnd(({ state, events }) => ({
    texts: planVersionsOf(events).map(({ plan, ...version }) => [
      version,
      writePlanText(planSchema.parse(plan)),
    ]),
    layout: layoutOfDrill(state),
  })),
  outside: atTimes(({ state }) => {
    const consent = consentsIn(state);
    const calls = state.order.map((taskId) => consent({ taskId, attempt: 1, step: 1, callId: "call_1" }));
    return { calls, notDone: notDoneIn(state), simulated: simulatedToolsOf(state) };
  }),
  report: atTimes(({ state, events }) => [reviewWarnings(state), reportOf(state, events)]),
  comparison: atTimes(({ state }) => compareRows(sidesOf(state), new Map())),
};

/** An open gate as inbox and panel read it. */
const gateAsRead = (state: RunState) => (gate: ReturnType<typeof openGates>[number]) => {
  const acts = actsAt(state, gate);
  const { mission, settings } = state;
  const given = { mission, constraints: settings.constraints, models: modelLines(state), files: [] };
  const whole = (text: unknown) => JSON.stringify(text);
  const parts = { ...given, said: linesHeard(state, acts), served: [], whole, tailActs: [] };
  return {
    row: approvalRowOf(state)(gate),
    title: gateTitle(state, gate),
    listed: listedQuestion({ kind: gate.kind, prompt: questionLead(gate) }),
    parts: questionParts(state, gate),
    consequence: consequenceOf(state, gate),
    risks: gate.verbs.map((verb) => {
      const risk = riskOf(state, gate, verb);
      return risk && describeRisk(risk);
    }),
    release: describeRelease(state, gate, parts),
    bound: sayBoundAt(state, gate),
    stuck: stuckGate(gate, { people: [localOperator], authors: authorsAt(state, gate).map(({ id }) => id) }),
  };
};

function tasksAsRead(state: RunState) {
  const answers = answersByTask(state);
  const standing = standings(state);
  return {
    editor: editRight(state, localOperator),
    said: peopleWordLines(peopleWords(state)),
    tasks: tasksToShow(state).map((task) => ({
      row: taskRowOf(task),
      attempts: attemptRowsOf(task, true),
      look: taskDisplay(task, answers.get(task.id)),
      evidence: evidenceKinds(task, answers.get(task.id)),
      offers: [interventionsFor(state, task), canSteer(state, task)],
      standing: standing.get(task.id),
      said: peopleWordLines(peopleWords(state, task.id)),
    })),
  };
}

function reportOf(state: RunState, events: readonly RunEvent[]): string {
  const decisions = events.flatMap((event) =>
    event.type === "review_decided"
      ? [
          {
            kind: "review" as const,
            taskId: event.payload.taskId,
            approvalId: null,
            proposed: null,
            proposedBecause: null,
            decision: event.payload.decision,
            reasoning: null,
            provenance: event.payload.provenance,
            decidedBy: event.actor,
            decidedAt: event.at,
          },
        ]
      : [],
  );
  return runReport({
    state,
    events,
    layout: layoutOfDrill(state),
    decisions,
    costs: costsOfEvents(state, events),
    answer: null,
    results: {},
    outside: { items: [], count: 0, notDone: notDoneIn(state) },
    exported: { at: state.lastAt, by: "Anna" },
  });
}

/** The run beside itself, each task beside the one before it. */
function sidesOf(state: RunState) {
  const sides = tasksToShow(state).map(
    (task): TaskSide => ({
      taskId: task.id,
      title: task.spec.title,
      type: task.spec.type,
      lineage: task.spec.lineage,
      status: task.status,
      attempt: task.attempt,
      shared: false,
      tokens: null,
      costUsd: null,
      durationMs: task.endedAt === undefined ? null : task.endedAt - (task.startedAt ?? task.endedAt),
      checks: (task.attempts.at(-1)?.checks ?? []).map(({ layer, outcome }) => ({ layer, outcome })),
      decision: null,
      result: task.result ? { digest: task.result.digest, bytes: task.result.bytes, preview: "" } : null,
      stored: task.result ?? null,
    }),
  );
  return sides.map((side, index) => ({ by: "lineage" as const, cells: [sides[index - 1] ?? null, side] }));
}
