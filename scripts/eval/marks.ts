import type { CritiqueInput } from "@/lib/agents/critique";
import type { ReviewerInput } from "@/lib/agents/reviewer";
import { localPerson } from "@/lib/auth/actor";
import type { ItemOf, SetHeader } from "@/lib/core/evaluation";
import type { Json, JsonObject } from "@/lib/core/json";
import type { Decision } from "@/lib/core/plan/schema";
import { fold, type RunEvent } from "@/lib/core/run";
import { givenAnswer } from "@/lib/core/run/selectors";
import type { RunState } from "@/lib/core/run/state";
import type { MarkView } from "@/lib/core/views";
import type { EffectContext, EffectServices } from "@/lib/engine/effects/effect";
import { planOutcome } from "@/lib/engine/effects/plan-outcome";
import { reviewerInput } from "@/lib/engine/effects/reviewer-input";
import { bodyOf, loadBodies, readWork, refsOfValues } from "@/lib/engine/effects/work";
import type { Services } from "@/lib/services/registry";
import { openContext } from "./context";

type MarkedItem = ItemOf<"marked">;
type Sources = { services: Services; effects: EffectServices };

const HEADER: SetHeader = {
  set: "marked",
  about:
    "Answers and decisions of this installation, as the roles were given them, and what people said of them",
};

/**
 * The marks of the workspace as a set, a line each: what critic or reviewer was given, by the same code that gave it to
 * them. Decisions that no reviewer was asked for have none of it, and are left out.
 */
export async function markedSet({
  services,
  effects,
}: Sources): Promise<{ lines: string[]; leftOut: number }> {
  const actor = localPerson;
  const { items } = await services.marks.list({ actor, input: {} });
  const setup = await effects.workspaces.open(actor.workspaceId);
  const lines: (SetHeader | MarkedItem)[] = [HEADER];
  for (const [index, mark] of items.entries()) {
    const events = await eventsOf(services, mark.runId);
    const of = { id: `${mark.runId}-${index + 1}`, verdict: mark.verdict, note: mark.note };
    const open = (state: RunState, taskId = "") =>
      openContext(effects, setup, { runId: mark.runId, taskId, state });
    const item = await (mark.kind === "answer"
      ? markedAnswer(of, events, mark, open)
      : markedDecision(of, events, mark, open));
    if (item) lines.push(item);
  }
  const leftOut = items.length + 1 - lines.length;
  return { lines: lines.map((line) => JSON.stringify(line)), leftOut };
}

type Of = Pick<MarkedItem, "id" | "verdict" | "note">;
type Open = (state: RunState, taskId?: string) => EffectContext;

async function markedAnswer(
  of: Of,
  events: RunEvent[],
  { runId }: MarkView,
  open: Open,
): Promise<MarkedItem> {
  const state = fold(runId, events);
  const context = open(state);
  const value = givenAnswer(state);
  const stored = value ? [value] : [];
  const bodies = await loadBodies(context, state.workspaceId, refsOfValues(stored));
  const input: CritiqueInput = {
    mission: state.mission,
    criteria: state.settings.reflection.criteria,
    answer: value ? bodyOf(value, bodies) : null,
    about: { outcome: await planOutcome(context) },
  };
  return { kind: "answer", ...of, input: plain(input) };
}

/** As the run stood when the review began. */
async function markedDecision(
  of: Of,
  events: RunEvent[],
  mark: MarkView,
  open: Open,
): Promise<MarkedItem | undefined> {
  const { runId, taskId, subject } = mark;
  const attempt = Number(subject.split(":").at(-1));
  const begun = events.findIndex(
    ({ type, payload }) =>
      type === "review_started" && payload.taskId === taskId && payload.attempt === attempt,
  );
  const decided = decidedIn(events.slice(begun + 1), taskId);
  if (begun === -1 || decided === undefined) return;
  const context = open(fold(runId, structuredClone(events.slice(0, begun + 1))), taskId ?? "");
  const { task } = await readWork(context);
  const { input } = await reviewerInput(context, task);
  const asked: ReviewerInput = input;
  return { kind: "decision", ...of, decided, input: plain(asked) };
}

/** What the review was decided as in the end, before it began again if it did. */
function decidedIn(events: readonly RunEvent[], taskId: string | null): Decision | undefined {
  let decided: Decision | undefined;
  for (const { type, payload } of events) {
    if (type === "review_started" && payload.taskId === taskId) break;
    if (type === "review_decided" && payload.taskId === taskId) decided = payload.decision;
  }
  return decided;
}

async function eventsOf(services: Services, runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = await services.runs.events({ actor: localPerson, input: { runId, after, limit: 1_000 } });
    events.push(...page.items);
    after = page.nextAfter;
  }
  return events;
}

const plain = (input: object): JsonObject => JSON.parse(JSON.stringify(input)) as Json as JsonObject;
