"use client";

import { type RefObject, Suspense, useEffect, useId, useMemo, useRef, useState } from "react";
import type { ApiProblem } from "@/lib/client/call";
import { useAct } from "@/lib/client/mutation";
import { formatDuration } from "@/lib/core/describe/amounts";
import { decisionHelp } from "@/lib/core/describe/gates/answers";
import { describeHeldTerms } from "@/lib/core/describe/gates/words";
import { linesHeard } from "@/lib/core/describe/people-words";
import { DECISIONS } from "@/lib/core/plan/words";
import { heldQuestion } from "@/lib/core/run/controls/release/asked";
import { listedOf } from "@/lib/core/run/gates/acts";
import { partsToRead } from "@/lib/core/run/gates/parts";
import { decisionRisk } from "@/lib/core/run/gates/risk";
import { heldDigest } from "@/lib/core/run/gates/shown";
import { heldNotBy } from "@/lib/core/run/gates/terms";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { actOf, keyOf, REVIEW_KEYS } from "../ui/behavior/shortcuts";
import { Button } from "../ui/button";
import { KeyHint } from "../ui/kbd";
import { Problem, type ProblemFacts } from "../ui/problem";
import { SeenText } from "../ui/seen-text";
import { AgreementLine } from "./context/agreement-line";
import { AlsoGiven } from "./context/also-given";
import { ContextLoaded } from "./context/context-loaded";
import { Evidence, loadResults } from "./context/evidence";
import { MoneySoFar } from "./context/money-so-far";
import { panelActs, ReleasedActs } from "./context/release";
import { ProposedTail, ReviewProposal } from "./context/review-proposal";
import { ServedTools } from "./context/served-tools";
import { Part, useReading } from "./context/unread";
import { useApprovalContext } from "./context/use-approval-context";
import { DecisionForm } from "./decide/lazy-decision-form";
import { RefusalNote } from "./decide/refusal-note";
import { sendRunCommand } from "./decide/send-decision";
import { useDecision, useJustReplaced } from "./decide/use-decision";
import { useDecisionKeys } from "./decide/use-decision-keys";
import { useDockRoom } from "./decision-dock";
import { useBegunAnswer } from "./drafts/begun-answer";
import { useDraft } from "./drafts/use-draft";
import { HoldClock } from "./hold-clock";
import { HEAD_STAYS_IN_SIGHT, STAYS_IN_SIGHT } from "./panel-places";
import { AwaitedSections, PanelSection } from "./panel-section";
import { useIsSettling } from "./settling";

/** In one chunk with the review, whose code it shares. */
export { NodeDecision } from "./node-decision";

type HeldReviewProps = {
  state: RunState;
  task: TaskState;
  /** False where the surroundings name the review already. */
  titled?: boolean;
};

/** A review whose decision is held: what it proposes and why, how long it waits, and a person's say in it. */
export function HeldReview({ state, task, titled = true }: HeldReviewProps) {
  const id = useId();
  const pane = useRef<HTMLElement>(null);
  const { runId, planVersion } = state;
  const question = { runId, taskId: task.id, version: planVersion, attempt: task.attempt };
  const digest = useMemo(() => heldDigest(state, task), [state, task]);
  const read = useApprovalContext(question);
  const { context: approvalContext, isAwaited } = read;
  const servedTools = approvalContext?.servedTools;
  const mutation = useDecision({ kind: "held", runId, taskId: task.id, planVersion, digest });
  const draftState = useDraft(`${runId}/${task.id}`);
  const isSettling = useIsSettling();
  const justReplaced = useJustReplaced(`${runId}/${task.id}/${digest}`);
  useDisarmed(draftState, digest);
  const [isOverriding, setOverriding] = useState(
    draftState.draft.decision !== undefined || draftState.draft.comment.trim() !== "",
  );
  // A draft that is restored moves nothing: only who asks for the decision gets the room for it.
  const [isAsked, setAsked] = useState(false);
  useDockRoom(isOverriding && isAsked);
  const override = () => {
    setAsked(true);
    setOverriding(true);
  };
  const begun = useBegunAnswer(`${runId}/${task.id}`, (verb) => {
    draftState.change({ decision: DECISIONS.find((one) => one === verb), armed: false });
    override();
  });
  const { proposal, heldUntil } = task;
  const isSent = mutation.pendingVerb !== undefined;
  // The code of results comes beside the context: what stands below them is drawn once.
  useEffect(() => void loadResults().catch(() => undefined), []);
  const claimProblem = useClaim(pane, { runId, task, isDeciding: isOverriding, isSent });
  const reading = useReading(partsToRead(state, heldQuestion(task), { servedTools }), digest);
  const acts = panelActs(state, heldQuestion(task));
  const byHand = useAct({ send: sendRunCommand, shows: () => false });
  const twoSteps = proposal !== undefined && decisionRisk(state, task.id, proposal.decision) !== undefined;
  const denied = describeHeldTerms(heldNotBy(state, task));
  const canApply = !twoSteps && !justReplaced && !isSettling && !isSent && reading.isDrawn;
  const apply = () => proposal && void mutation.send({ verb: proposal.decision, comment: "" }, true);
  useDecisionKeys(pane, {
    onLetter: (key) => {
      const act = isOverriding ? undefined : actOf(REVIEW_KEYS, { key });
      // What ends the run is decided in the form, which asks a second time.
      if (act === "override" || (act === "letStand" && twoSteps)) return override;
      return act === "letStand" && canApply ? apply : undefined;
    },
  });
  if (!proposal || heldUntil === undefined) return null;
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-labelledby={id}
      data-held={task.id}
      className="flex grow flex-col bg-[var(--panel-ground,var(--panel))] outline-none"
    >
      <div className={`grid gap-0.5 py-3 pl-4 ${HEAD_STAYS_IN_SIGHT}`}>
        <p className="text-muted text-xs">Held decision · plan v{planVersion}</p>
        <h2 id={id} className={titled ? "font-semibold text-base line-clamp-3" : "sr-only"}>
          <span aria-hidden="true">◆ </span>
          “<SeenText text={task.spec.title} />”
        </h2>
      </div>
      {reading.scope(
        <PanelSection title="If nobody decides otherwise" part="question">
          <p>
            <strong>{proposal.decision}</strong> · {decisionHelp(state, task.id, proposal.decision)}
          </p>
          <p className="text-muted">
            A model decided this. It takes effect when the hold ends, unless you{" "}
            {twoSteps ? "decide" : "override it"} before then.
          </p>
          {denied !== undefined && <p className="text-muted">{denied}</p>}
        </PanelSection>,
      )}
      {isAwaited ? (
        <AwaitedSections />
      ) : (
        reading.scope(
          <Suspense fallback={<AwaitedSections />}>
            <ContextLoaded {...read} />
            <ProposedTail state={state} approvalContext={approvalContext} />
            <Part name="release">
              <ReleasedActs title="CONTINUE releases work that acts outside" runId={runId} acts={acts} />
              {(acts.length > 0 || (approvalContext?.tailActs ?? []).length > 0) && (
                <AlsoGiven
                  state={state}
                  files={approvalContext?.files}
                  said={linesHeard(state, acts, (approvalContext?.tailActs ?? []).length > 0)}
                />
              )}
            </Part>
            {servedTools && <ServedTools tools={servedTools} />}
            <PanelSection title="Evidence" part="evidence">
              <Evidence
                state={state}
                taskId={task.id}
                shown={undefined}
                listed={[...listedOf(acts), ...(approvalContext?.tailActs ?? [])]}
              />
            </PanelSection>
            <PanelSection title="Review proposal">
              <ReviewProposal task={task} />
            </PanelSection>
            <PanelSection title="Cost">
              <MoneySoFar context={approvalContext} />
            </PanelSection>
            {approvalContext?.agreement && (
              <AgreementLine agreement={approvalContext.agreement} at="reviews" />
            )}
          </Suspense>,
        )
      )}
      {isOverriding && !isAwaited ? (
        <>
          <DecisionForm
            isAskedFor
            begun={begun}
            state={state}
            taskId={task.id}
            verbs={[]}
            approvalContext={approvalContext}
            mutation={mutation}
            draftState={draftState}
            pane={pane}
            reading={reading}
            foot={
              <>
                {claimProblem && <Problem problem={claimProblem} />}
                <p className="min-h-[1lh] text-muted text-xs">
                  <HoldClock state={state} task={task} />
                </p>
              </>
            }
          />
          <div className="grid gap-3 px-4 pb-3">
            <div className="flex flex-wrap items-center gap-2">
              <Button
                size="small"
                disabled={byHand.pending !== undefined}
                onClick={() => void byHand.act({ id: runId, type: "decide_by_hand", taskId: task.id })}
              >
                Decide by hand
              </Button>
              <Button size="small" onClick={() => setOverriding(false)}>
                Close
              </Button>
              <span className="text-muted text-xs">
                {byHandHelp(task.spec.review?.approvalTimeoutSeconds)}
              </span>
            </div>
            {byHand.problem && <Problem problem={byHand.problem} />}
          </div>
        </>
      ) : (
        <div className={`mt-auto grid gap-2 border-line border-t bg-inherit px-4 py-3 ${STAYS_IN_SIGHT}`}>
          <RefusalNote refusal={mutation.refusal} />
          <div className="flex flex-wrap gap-2">
            {!twoSteps && (
              <Button
                variant="main"
                className="grow"
                disabled={!canApply}
                data-act="Go to: Apply now"
                data-act-focus=""
                aria-keyshortcuts={keyOf(REVIEW_KEYS, "letStand")}
                onClick={apply}
              >
                {isSent ? "Applying…" : "Apply now"}
                <KeyHint keys={keyOf(REVIEW_KEYS, "letStand")} />
              </Button>
            )}
            <Button
              className="grow"
              data-act={twoSteps ? "Decide now" : "Override the decision"}
              aria-keyshortcuts={keyOf(REVIEW_KEYS, "override")}
              onClick={override}
            >
              {twoSteps ? "Decide now" : "Override"}
              <KeyHint keys={keyOf(REVIEW_KEYS, "override")} />
            </Button>
          </div>
          <p className="min-h-[1lh] text-muted text-xs">
            <HoldClock state={state} task={task} />
          </p>
        </div>
      )}
    </section>
  );
}

/** The second step of an answer is for the decision that the first was for. */
function useDisarmed(draftState: ReturnType<typeof useDraft>, digest: string): void {
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (seen.current === digest) return;
    seen.current = digest;
    if (draftState.draft.armed) draftState.change({ armed: false });
  }, [draftState, digest]);
}

/** How long it waits then. */
const byHandHelp = (seconds: number | undefined): string =>
  seconds === undefined
    ? "By hand: it waits for you as a gate, without a countdown."
    : `By hand: it waits for you as a gate, for ${formatDuration(seconds * 1_000)}.`;

/** A claim lasts a minute: it is renewed at most this often, while the person does something. */
const RENEW_MS = 15_000;
/** Where nothing has come of it so far. */
const UNCLAIMED_RENEW_MS = 1_000;

type Deciding = { runId: string; task: TaskState; isDeciding: boolean; isSent: boolean };

/**
 * Stops the countdown while the decision is open and its person does something; closing lets it go on. Gives why it is
 * not stopped: another person decides, or all of them together have stopped it for as long as they may.
 */
function useClaim(
  pane: RefObject<HTMLElement | null>,
  { runId, task, isDeciding, isSent }: Deciding,
): ProblemFacts | undefined {
  const taskId = task.id;
  const [problem, setProblem] = useState<ProblemFacts>();
  const current = useRef({ isClaimed: false, isRefused: false, isSent });
  current.current = { isClaimed: task.claim !== undefined, isRefused: problem !== undefined, isSent };
  useEffect(() => {
    if (!isDeciding) return;
    const say = (type: "claim_review" | "release_review") =>
      sendRunCommand({ id: runId, type, taskId }, crypto.randomUUID());
    const facts = () => current.current;
    const claim = holdClaim({ say, facts, show: setProblem, nowMs: () => performance.now() });
    const section = pane.current;
    const signs = ["input", "keydown", "pointerdown", "pointermove", "wheel"] as const;
    for (const sign of signs) section?.addEventListener(sign, claim.renew, { passive: true });
    return () => {
      for (const sign of signs) section?.removeEventListener(sign, claim.renew);
      claim.end();
    };
  }, [pane, runId, taskId, isDeciding]);
  return problem;
}

type ClaimPorts = {
  /** Throws why it was refused, or that no reply came. */
  say(type: "claim_review" | "release_review"): Promise<unknown>;
  /** What is known now: whether the countdown stands, a claim was refused, the decision is under way. */
  facts(): { isClaimed: boolean; isRefused: boolean; isSent: boolean };
  show(problem: ProblemFacts | undefined): void;
  nowMs(): number;
};

/**
 * Claims a held review, and again as often as it must be renewed while `renew` tells of its person; `end` gives it back
 * unless the decision is sent, which ends it by itself.
 */
export function holdClaim({ say, facts, show, nowMs }: ClaimPorts): { renew(): void; end(): void } {
  let isOpen = true;
  let saidAtMs = nowMs();
  // A claim that did not arrive says nothing about the countdown: it is sent again.
  const claim = async () => {
    const problem = await say("claim_review").then(
      () => undefined,
      (thrown: ApiProblem) => thrown,
    );
    if (isOpen && problem?.code !== "unreachable") show(problem);
  };
  void claim();
  return {
    renew() {
      const now = nowMs();
      const { isClaimed, isRefused } = facts();
      if (now - saidAtMs < (isClaimed || isRefused ? RENEW_MS : UNCLAIMED_RENEW_MS)) return;
      saidAtMs = now;
      void claim();
    },
    end() {
      isOpen = false;
      show(undefined);
      const { isClaimed, isSent } = facts();
      if (isClaimed && !isSent) say("release_review").catch(() => undefined);
    },
  };
}
