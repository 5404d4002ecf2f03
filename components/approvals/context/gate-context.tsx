"use client";

import dynamic from "next/dynamic";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import {
  consequenceHeading,
  consequenceOf,
  rejectionHeading,
  verbHelp,
} from "@/lib/core/describe/gates/answers";
import { gateTitle } from "@/lib/core/describe/gates/headline";
import { type QuestionPart, questionParts } from "@/lib/core/describe/gates/question-parts";
import { describeRisk, FREES_MODELS } from "@/lib/core/describe/gates/risk";
import { proposalTitle } from "@/lib/core/describe/gates/votes";
import type { Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { listedOf, tasksBefore } from "@/lib/core/run/gates/acts";
import type { ShownList } from "@/lib/core/run/gates/items";
import { isTheQuestion } from "@/lib/core/run/gates/parts";
import { freesModels, riskOf } from "@/lib/core/run/gates/risk";
import { isAboutCall } from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { DiffLines } from "../../plans/diff-lines";
import { Counts } from "../../replans/counts";
import { useMedia } from "../../ui/behavior/use-media";
import { RelativeTime } from "../../ui/relative-time";
import { SeenText } from "../../ui/seen-text";
import { SimulatedNote } from "../../ui/simulated-note";
import { IN_SMALL_DOCK } from "../panel-places";
import { AwaitedSections, PanelSection } from "../panel-section";
import { AgreementLine } from "./agreement-line";
import { Asked } from "./asked";
import { EarlierQuestion, type KnownChanges, questionBefore, usePlanChanges } from "./changes/plan-changes";
import { ContextLoaded } from "./context-loaded";
import { Evidence, loadResults } from "./evidence";
import { MoneySoFar } from "./money-so-far";
import { Release, useRelease } from "./release";
import { Folded, Part } from "./unread";
import type { ApprovalContext, ContextRead } from "./use-approval-context";
import { withoutList } from "./value-display";
import { loadMarkdown, ValueText } from "./value-text";

/** What gates of one kind alone show comes with the first of them. */
const BudgetFacts = dynamic(() => import("./budget-facts").then((room) => room.BudgetFacts));
const ControlFacts = dynamic(() => import("./control-facts").then((room) => room.ControlFacts));
const ChangeFacts = dynamic(() => import("./changes/change-facts").then((room) => room.ChangeFacts));
const CallPolicies = dynamic(() => import("./call-policies").then((room) => room.CallPolicies));
const ModelFailure = dynamic(() => import("./model-failure").then((room) => room.ModelFailure));
const ProposedPlan = dynamic(() => import("./changes/proposed-plan").then((room) => room.ProposedPlan));
const RefinementFacts = dynamic(() =>
  import("./changes/refinement-facts").then((room) => room.RefinementFacts),
);
const loadProposal = () => import("./review-proposal");
// The form of the decision stands below them, and comes with them.
const ReviewProposal = lazy(() => loadProposal().then((room) => ({ default: room.ReviewProposal })));
const ProposedTail = lazy(() => loadProposal().then((room) => ({ default: room.ProposedTail })));
const ServedTools = dynamic(() => import("./served-tools").then((room) => room.ServedTools));
const ValueView = dynamic(() => import("../../inspector/value-view").then((room) => room.ValueView));
const LOADED = ["loaded"];
const ReviewDecision = dynamic(() => import("./review-decision").then((room) => room.ReviewDecision));

/** Gates of versions that may never be adopted, by kind. */
const UNSTORED: ReadonlySet<ApprovalState["kind"]> = new Set([
  "control_waiver",
  "plan_change",
  "plan_refinement",
]);

/** About what three lines hold, and two in a small dock: the panel's title is cut after them, so that what it is about keeps its room. */
const TITLE_CHARS = 120;
const SMALL_TITLE_CHARS = 70;

type GateContextProps = {
  state: RunState;
  gate: ApprovalState;
  shown: Json | undefined;
  read: ContextRead;
  /** The context is on its way: what stands below it waits, so that it is not pushed down while it is read. */
  isLoading?: boolean;
  onOpenGate?: ((approvalId: string) => void) | undefined;
  /** The list in the shown value that `judging` shows item by item. */
  list?: ShownList | undefined;
  judging?: ReactNode;
  /** Below all that is read, and not before it. */
  form?: ReactNode;
};

/** Everything that is read before the verbs: consequence, changes, evidence, proposal, money. */
export function GateContext({ isLoading = false, judging, form, ...props }: GateContextProps) {
  const { state, gate } = props;
  // A version that waits to be adopted is not stored yet: its gate tells the changes itself.
  const restsOn = gate.taskId === undefined ? 0 : tasksBefore(state, gate.taskId).length;
  useEffect(() => {
    if (restsOn > 0) loadResults().catch(() => undefined);
  }, [restsOn]);
  const hasText = gate.kind === "answer_release" || restsOn > 0 || gate.kind === "human_review";
  useEffect(() => {
    if (hasText) loadMarkdown().catch(() => undefined);
  }, [hasText]);
  const isReview = gate.kind === "review_decision";
  useEffect(() => {
    if (isReview) loadProposal().catch(() => undefined);
  }, [isReview]);
  const compared = usePlanChanges(
    state.runId,
    UNSTORED.has(gate.kind) ? 0 : gate.planVersion,
    questionBefore(state, gate)?.planVersion,
  );
  return (
    <>
      <Part name="question">
        <Question {...props} />
      </Part>
      {isLoading || compared.isAwaited ? (
        <AwaitedSections />
      ) : (
        <Suspense fallback={<AwaitedSections />}>
          <ContextLoaded {...props.read} compared={compared} />
          {judging}
          <GateFacts {...props} changes={compared.changes} />
          {form}
        </Suspense>
      )}
    </>
  );
}

/** What is asked, apart from what happens on approval, which Waymark says; of a closed gate what was asked. */
function Question({ state, gate }: GateContextProps) {
  const parts = partsOf(state, gate);
  const ask = (some: readonly QuestionPart[]) => (
    <PanelSection title="Question">
      <Asked runId={state.runId} parts={some} />
    </PanelSection>
  );
  if (gate.status !== "open") return ask(parts);
  const [first] = gate.verbs;
  const risk = first && riskOf(state, gate, first);
  const title = gateTitle(state, gate);
  const isInTitle =
    title.length <= TITLE_CHARS &&
    parts.every(({ text, source }) => isSaid(title, text) && (source === undefined || title.includes("“")));
  const isNeverCut = title.length <= SMALL_TITLE_CHARS;
  return (
    <>
      {isInTitle
        ? !isNeverCut && <div className={IN_SMALL_DOCK.whole}>{ask(parts)}</div>
        : ask(isNeverCut ? parts.filter(({ text, source }) => source || !isSaid(title, text)) : parts)}
      <PanelSection title={consequenceHeading(gate)}>
        <p className="text-muted">{consequenceOf(state, gate)}</p>
        {risk && (
          <p className="mt-1 text-amber">
            <span aria-hidden="true">▲ </span>
            {describeRisk(risk)}
          </p>
        )}
      </PanelSection>
    </>
  );
}

/** Whether a title says what a part of the question does. */
const isSaid = (title: string, text: string): boolean => title.includes(text.replace(/[?.]$/, ""));

type GateFactsProps = Omit<GateContextProps, "isLoading" | "judging" | "form"> & {
  changes: KnownChanges | undefined;
};

/** What the answer rests on. */
function GateFacts({ state, gate, shown, read, onOpenGate, changes, list }: GateFactsProps) {
  const { context: approvalContext } = read;
  const { kind, taskId } = gate;
  // Read while it waited, it stays when the gate closes.
  const [wasOpen] = useState(gate.status === "open");
  const isFirstTask = taskId === undefined || tasksBefore(state, taskId).length === 0;
  // A call rests on what the work before it gave the agent that makes it.
  const ofCall = isAboutCall(kind) && !(isTheQuestion(gate) && isFirstTask);
  const hasEvidence = kind === "human_review" || kind === "review_decision" || ofCall;
  const { earlier, earlierAt } = gate.subject ?? {};
  const { details } = gate.pause ?? {};
  const isFolded = useMedia("(max-width: 639px)");
  const changed = changes && gate.supersedes === undefined && (
    <PanelSection
      title={`Changed since plan v${gate.planVersion - 1}`}
      aside={<Counts {...changes.counts} />}
    >
      <DiffLines lines={changes.lines} />
    </PanelSection>
  );
  const args = list ? withoutList(shown, list.path) : shown;
  const released = useRelease(state, gate);
  const listed = wasOpen ? [...listedOf(released.acts), ...(approvalContext?.tailActs ?? [])] : undefined;
  const ofGate = isAboutCall(kind) ? {} : { shown, digest: gate.shown?.digest, list, listed };
  const isThere = gate.shown == null || shown !== undefined;
  const evidencePart =
    kind === "review_decision" ? "evidence" : kind === "human_review" && isThere ? "value" : undefined;
  const evidence = hasEvidence && (
    <PanelSection title="Evidence" part={evidencePart}>
      <Evidence state={state} taskId={taskId} shown={undefined} {...ofGate} />
    </PanelSection>
  );
  const review = <ReviewSection state={state} gate={gate} />;
  // Of a drafted plan, or at a review, they are what is asked; elsewhere they explain it.
  const [foldsChanges, foldsReview, foldsEvidence] = [
    isFolded && kind !== "plan_approval",
    isFolded && kind === "human_review" && gate.status !== "open",
    isFolded && kind === "tool_input",
  ];
  const rejected = useRejection(gate, approvalContext);
  return (
    <>
      {(gate.question?.about === "control" || gate.question?.about === "answer") && (
        <ControlFacts question={gate.question} />
      )}
      {gate.question?.about === "plan_change" && <ChangeFacts state={state} question={gate.question} />}
      {gate.question?.about === "refinement" && <RefinementFacts state={state} question={gate.question} />}
      {kind === "model_unavailable" && <ModelFailure state={state} gate={gate} />}
      {kind === "budget" && <BudgetFacts state={state} gate={gate} />}
      {kind === "review_decision" && approvalContext?.tail && (
        <ProposedTail state={state} approvalContext={approvalContext} />
      )}
      {wasOpen && (
        <Release
          state={state}
          released={released}
          context={approvalContext}
          title={
            approvalContext?.tail
              ? "CONTINUE releases work that acts outside"
              : "Releases work that acts outside"
          }
        />
      )}
      {wasOpen && approvalContext?.servedTools && <ServedTools tools={approvalContext.servedTools} />}
      <EarlierQuestion state={state} gate={gate} changes={changes} onOpenGate={onOpenGate} />
      {!foldsChanges && changed}
      {wasOpen && freesModels(state, gate) && (
        <PanelSection title="After your approval">
          <p className="text-amber">
            <span aria-hidden="true">▲ </span>
            {FREES_MODELS}
          </p>
        </PanelSection>
      )}
      {kind === "plan_approval" && <ProposedPlan state={state} version={gate.planVersion} />}
      {kind === "answer_release" && shown !== undefined && (
        <PanelSection title="Answer" part="value">
          <ValueText value={shown} hasMarkdown />
        </PanelSection>
      )}
      {details !== undefined && (
        <PanelSection title="Details" part="details" requires={LOADED}>
          <ValueView runId={state.runId} stored={details} part="loaded" />
        </PanelSection>
      )}
      {isAboutCall(kind) && args !== undefined && !isTheQuestion(gate) && (
        <PanelSection
          part="value"
          title={kind === "tool_input" ? `Arguments of ${gate.subject?.tool}` : "Arguments"}
          aside={taskId !== undefined && <SeenText text={getOwn(state.tasks, taskId)?.spec.title ?? ""} />}
        >
          {approvalContext?.call?.simulated && <SimulatedNote tools={[approvalContext.call.simulated]} />}
          <ValueText value={args} />
        </PanelSection>
      )}
      {wasOpen && isAboutCall(kind) && <CallPolicies call={approvalContext?.call} />}
      {earlier !== undefined && (
        <PanelSection title="Earlier output" part="earlier" aside={<RelativeTime at={Number(earlierAt)} />}>
          <ValueText value={String(earlier)} />
        </PanelSection>
      )}
      {!foldsEvidence && evidence}
      {!foldsReview && review}
      {rejected !== undefined && (
        <PanelSection title={rejectionHeading(gate)}>
          <p className="text-muted">{rejected}</p>
        </PanelSection>
      )}
      <Fold isFolded={isFolded}>
        {foldsEvidence && evidence}
        {foldsChanges && changed}
        {foldsReview && review}
        <PanelSection title="Cost">
          <MoneySoFar context={approvalContext} ofPlan={kind === "plan_approval"} />
        </PanelSection>
        {approvalContext?.agreement && (
          <AgreementLine
            agreement={approvalContext.agreement}
            at={kind === "review_decision" ? "reviews" : "gates"}
          />
        )}
      </Fold>
    </>
  );
}

/** What rejecting leads to. Read while the gate waited, it stays as it was when the gate closes. */
function useRejection(gate: ApprovalState, context: ApprovalContext | undefined): string | undefined {
  const isOpen = gate.status === "open";
  const now = gate.verbs.includes("reject") ? verbHelp("reject", gate, context?.rejecting) : undefined;
  const [read, setRead] = useState(isOpen ? now : undefined);
  if (isOpen && read !== now) setRead(now);
  return isOpen ? now : read;
}

/** What a phone shows when it is asked for; elsewhere there is room for it. */
function Fold({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  if (!isFolded) return children;
  return (
    <details className="border-line border-t">
      <summary className="cursor-pointer px-4 py-3 pointer-coarse:py-3.5 font-semibold text-muted text-xs">
        More context
      </summary>
      <Folded>{children}</Folded>
    </details>
  );
}

/** The reviewer's proposal; for a human gate, what the last review before it came to. */
function ReviewSection({ state, gate: { kind, taskId } }: Pick<GateContextProps, "state" | "gate">) {
  const task = taskId === undefined ? undefined : getOwn(state.tasks, taskId);
  if (kind === "review_decision" && task && (task.proposal || task.votes)) {
    return (
      <PanelSection title={proposalTitle(task)}>
        <ReviewProposal task={task} />
      </PanelSection>
    );
  }
  const review =
    kind === "human_review" && taskId !== undefined
      ? tasksBefore(state, taskId).findLast((one) => one.spec.type === "planning_review" && one.proposal)
      : undefined;
  if (!review) return null;
  return (
    <PanelSection title="Review proposal">
      <ReviewDecision state={state} task={review} />
    </PanelSection>
  );
}

/** The question without what has a place of its own on the panel. */
function partsOf(state: RunState, gate: ApprovalState): QuestionPart[] {
  const parts = questionParts(state, gate).filter(({ below }) => !below);
  return parts.length > 0 ? parts : [{ text: gateTitle(state, gate) }];
}
