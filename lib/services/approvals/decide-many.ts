import type { OpenComments } from "@/lib/core/describe/gates/open-comments";
import { describeRisk } from "@/lib/core/describe/gates/risk";
import type { DrillResult } from "@/lib/core/drills/view";
import { asDomainError, type DomainError, DomainFailure, domainError } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import { decideManyInput } from "@/lib/core/inputs/approvals";
import { getOwn } from "@/lib/core/own";
import { takesPanel } from "@/lib/core/run/gates/reading";
import { riskOf } from "@/lib/core/run/gates/risk";
import {
  type ApprovalKind,
  isAboutCall,
  isOfPlan,
  type TypedVerb,
  verbAmong,
} from "@/lib/core/run/gates/table";
import type { RunState } from "@/lib/core/run/state";
import { openCommentsOf } from "../comments/count-open";
import type { ServiceContext } from "../context";
import { answerDrill } from "../drills/answer";
import { findDrill } from "../drills/shown";
import { changesBetween } from "../plans/version-conflict";
import { bindKey, refusalOf, submissionOf } from "../submit";
import { defineVerb, inputDigestOf } from "../verb";
import { requireSeen } from "./check-answer";
import { answerTo, knownRun, refusalFor } from "./decide";

/** What became of one of the gates; `risk` is why its answer takes a second step. */
type GateResult = {
  approvalId: string;
  risk: string | null;
  /** Of a plan that is approved: how many comments on it wait; absent where none does. */
  openComments?: OpenComments | undefined;
} & ({ ok: true; seq: number | null; drill?: DrillResult } | { ok: false; problem: DomainError });

type Item = { approvalId: string; digest?: string | undefined };
/** What all of them are answered. */
type SameAnswer = { verb: TypedVerb; comment?: string | undefined };
type AnswerCommand = ReturnType<typeof answerTo>["command"];

/** One of the gates as its run has it now; `answer` is the command that answers it, or why none can. */
type GateToDecide = {
  item: Item;
  kind: ApprovalKind;
  risk: string | null;
  /** It would let something act, or a call run, which its own panel shows. */
  takesPanel: boolean;
  openComments?: OpenComments | undefined;
  /** Absent of a drill, which no run decides. */
  answer?: { ok: true; command: AnswerCommand } | { ok: false; problem: DomainError };
};
type Unknown = { item: Item; kind: null };

/**
 * Throws `invalid_input` for gates of several kinds, of which only some take a second step, that would pass without a digest,
 * and where one lets a call run or releases work that acts outside: that is read and decided by itself.
 */
export const decideMany = defineVerb({
  name: "approvals/decideMany",
  capability: "review",
  description:
    "`{items: [{approvalId, digest?}], verb, comment?, preview?}`: one answer to up to 100 gates of one kind and risk, `digest` as for one. `items` of the reply has for each `{approvalId, ok, risk}`, with `seq` or with its `problem`; one that cannot be decided keeps no other from it. Where one of them would let a call run, or set work free that acts outside, nothing is decided (`invalid_input`, with these gates as `acting`): each is decided by itself. With `preview` nothing is decided",
  routes: [{ at: "POST /api/v1/approvals/decisions" }],
  input: decideManyInput,
  async run({ ctx, input }): Promise<{ items: GateResult[] }> {
    const byRun = Map.groupBy(input.items, ({ approvalId }) => runIdOfApproval(approvalId));
    const runs = await Promise.all(
      [...byRun].map(async ([runId, items]) => ({ runId, gates: await loadGate(ctx, runId, items, input) })),
    );
    const gates = runs.flatMap(({ gates }) =>
      gates.filter((gate): gate is GateToDecide => gate.kind !== null),
    );
    requireOneKind(gates);
    requireNoActs(gates);
    requireOneRisk(gates);
    const results = new Map<Item, GateResult>();
    for (const { runId, gates } of runs) {
      const known = gates.filter((gate): gate is GateToDecide => gate.kind !== null);
      for (const { item } of gates) results.set(item, resultOf(item, null, unknownGate(item)));
      const decideAll = known[0]?.answer ? decideIn(ctx, runId, input) : decideDrills(ctx, input);
      const outcomes = input.preview ? known.map(() => null) : await decideAll(known);
      for (const [n, { item, risk, openComments }] of known.entries()) {
        const result = resultOf(item, risk, outcomes[n] as Outcome);
        results.set(item, { ...result, openComments });
      }
    }
    return { items: input.items.map((item) => results.get(item) as GateResult) };
  },
});

/** The gates of one run, in the order given. Everything is read off its state before anybody changes that. */
async function loadGate(
  ctx: ServiceContext,
  runId: string,
  items: Item[],
  { verb: typed, comment, preview }: SameAnswer & { preview: boolean },
): Promise<(GateToDecide | Unknown)[]> {
  const run = await knownRun(ctx, runId);
  const drill = run ? undefined : await findDrill(ctx, runId);
  const state = run ?? drill?.state;
  const isApproved = ({ approvalId }: Item) =>
    typed === "approve" && isOfPlan(getOwn(run?.approvals, approvalId)?.kind);
  const waiting = run && items.some(isApproved) ? await openCommentsOf(ctx, run) : NO_COMMENTS;
  const hasOpen = waiting.open + waiting.stale > 0;
  return items.map((item) => {
    const gate = getOwn(state?.approvals, item.approvalId);
    if (!state || !gate) return { item, kind: null };
    const verb = verbAmong(gate.verbs, typed);
    if (verb && !preview) requireSeen(verb, item.digest);
    const found = verb && riskOf(state, gate, verb);
    const risk = found ? describeRisk(found) : null;
    const facts = { item, kind: gate.kind, risk };
    const isRead = verb !== undefined && takesPanel(gate.kind, verb, found);
    if (drill) return { ...facts, takesPanel: isRead };
    const given = { verb: typed, comment, digest: item.digest, provenance: "person" as const };
    const answer = answerOf(() => answerTo(ctx, state, gate, given).command);
    const openComments = hasOpen && isApproved(item) ? { openComments: waiting } : {};
    return { ...facts, takesPanel: isRead, ...openComments, answer };
  });
}

const NO_COMMENTS: OpenComments = { open: 0, stale: 0 };

function answerOf(make: () => AnswerCommand): NonNullable<GateToDecide["answer"]> {
  try {
    return { ok: true, command: make() };
  } catch (thrown) {
    const problem = asDomainError(thrown);
    if (!problem) throw thrown;
    return { ok: false, problem };
  }
}

function requireOneKind(gates: GateToDecide[]): void {
  const kinds = [...new Set(gates.map(({ kind }) => kind))];
  if (kinds.length <= 1) return;
  const message = `These gates ask different things (${kinds.join(", ")}): decide each kind by itself.`;
  throw new DomainFailure(domainError("invalid_input", message, { kinds }));
}

/** A list shows nothing of this: leave to act is given where all of it was in view (docs/engine.md, "The release"). */
function requireNoActs(gates: GateToDecide[]): void {
  const acting = gates.filter((gate) => gate.takesPanel);
  const [first] = acting;
  if (!first) return;
  const what = isAboutCall(first.kind)
    ? ["lets a call run", "let calls run"]
    : ["releases work that acts outside", "release work that acts outside"];
  const which =
    gates.length === 1
      ? `This gate ${what[0]}`
      : acting.length === 1
        ? `One of these ${gates.length} gates ${what[0]}`
        : `${acting.length} of these ${gates.length} gates ${what[1]}`;
  const ids = acting.map(({ item }) => item.approvalId);
  throw new DomainFailure(domainError("invalid_input", `${which}: open each by itself.`, { acting: ids }));
}

function requireOneRisk(gates: GateToDecide[]): void {
  const risky = gates.filter(({ risk }) => risk !== null);
  if (risky.length === 0 || risky.length === gates.length) return;
  const message = `${risky.length} of these ${gates.length} answers end a run or repeat a call, the others do not: decide them apart.`;
  const risks = Object.fromEntries(gates.map(({ item, risk }) => [item.approvalId, risk]));
  throw new DomainFailure(domainError("invalid_input", message, { risks }));
}

/** The number of the event that decided it, what it came to as a drill, why it was not decided, or null for a preview. */
type Outcome = number | { drill: DrillResult } | DomainError | null;

function resultOf({ approvalId }: Item, risk: string | null, outcome: Outcome): GateResult {
  if (outcome === null || typeof outcome === "number") return { approvalId, risk, ok: true, seq: outcome };
  if ("drill" in outcome) return { approvalId, risk, ok: true, seq: null, drill: outcome.drill };
  return { approvalId, risk, ok: false, problem: outcome };
}

const unknownGate = ({ approvalId }: Item) => domainError("not_found", `There is no gate ${approvalId}.`);

/** All answers to the gates of one run in one transition, which refuses each by itself; a fault is that run's alone. */
const decideIn =
  (ctx: ServiceContext, runId: string, input: SameAnswer) =>
  async (gates: GateToDecide[]): Promise<Outcome[]> => {
    const answered = gates.flatMap(({ item, answer }) =>
      answer?.ok ? [{ item, command: answer.command }] : [],
    );
    const outcomes = await submitAll(ctx, { runId, input }, answered).catch((thrown: unknown) => {
      const known = asDomainError(thrown);
      if (!known) ctx.log.error({ err: thrown, runId }, "gates among several could not be decided");
      return new Map(answered.map(({ item }) => [item, known ?? FAULT]));
    });
    return gates.map(({ item, answer }) =>
      answer?.ok === false ? answer.problem : (outcomes.get(item) ?? FAULT),
    );
  };

/** The same of a drill: it has one gate, which is answered in its own row. */
const decideDrills =
  (ctx: ServiceContext, input: SameAnswer) =>
  (gates: GateToDecide[]): Promise<Outcome[]> =>
    Promise.all(
      gates.map(async ({ item }) => {
        const { verb, comment } = input;
        try {
          const answered = await answerDrill(ofItem(ctx, item, input), { ...item, verb, comment });
          return answered ? { drill: answered.result } : unknownGate(item);
        } catch (thrown) {
          const problem = asDomainError(thrown);
          if (!problem) throw thrown;
          return problem;
        }
      }),
    );

/** The caller's request as far as it is the same for all gates of a run, of which there may be others in a repeat. */
const ofAnswer = (ctx: ServiceContext, { verb, comment }: SameAnswer): ServiceContext => ({
  ...ctx,
  inputDigest: () => inputDigestOf("approvals/decideMany", { verb, comment }),
});

/** The caller's request as far as it is about one of the gates: that may come again beside others. */
const ofItem = (ctx: ServiceContext, item: Item, { verb, comment }: SameAnswer): ServiceContext => ({
  ...ctx,
  ...(ctx.commandId !== undefined && { commandId: `${ctx.commandId}/${item.approvalId}` }),
  inputDigest: () => inputDigestOf("approvals/decideMany", { ...item, verb, comment }),
});

const FAULT = domainError(
  "internal",
  "Something went wrong with this one on the server. The log has the details.",
);

async function submitAll(
  ctx: ServiceContext,
  { runId, input }: { runId: string; input: SameAnswer },
  answered: { item: Item; command: AnswerCommand }[],
): Promise<Map<Item, number | DomainError>> {
  if (answered.length === 0) return new Map();
  const submissions = answered.map(({ item, command }) => {
    return submissionOf(ofItem(ctx, item, input), command);
  });
  await bindKey(ofAnswer(ctx, input), runId, "decide_approvals");
  const { replies, state } = await ctx.runStore.transition(runId, submissions);
  const reported = refusalsSharingChanges(ctx, state);
  const outcomes = answered.map(async ({ item }, n) => {
    const reply = replies[n];
    return [item, reply?.ok ? reply.seq : await reported(item, refusalOf(reply))] as const;
  });
  return new Map(await Promise.all(outcomes));
}

/** The plan versions of refused answers are read once, however many gates the change between them took away. */
function refusalsSharingChanges(ctx: ServiceContext, state: Readonly<RunState>) {
  const { runId } = state;
  const read = new Map<string, Promise<string | undefined>>();
  return (item: Item, refusal: DomainError): Promise<DomainError> =>
    refusalFor(state, item, refusal, (from, to) => {
      const key = `${from}-${to}`;
      const changes = read.get(key) ?? changesBetween(ctx, runId, from, to);
      read.set(key, changes);
      return changes;
    });
}
