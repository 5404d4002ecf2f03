"use client";

import dynamic from "next/dynamic";
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { gateTitle } from "@/lib/core/describe/gates/headline";
import { KIND_LABELS, timeoutLabel } from "@/lib/core/describe/gates/words";
import type { Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { DECISIONS } from "@/lib/core/plan/words";
import { listShown, listsAsWhole, type ShownList } from "@/lib/core/run/gates/items";
import { callsTogether } from "@/lib/core/run/gates/of-task";
import { partsToRead } from "@/lib/core/run/gates/parts";
import { isAboutCall, isOfPlan } from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { CopyLink } from "../ui/links/copy-link";
import { Nothing } from "../ui/nothing";
import { SeenText } from "../ui/seen-text";
import { gateHref } from "./address";
import { GateContext } from "./context/gate-context";
import { useReading } from "./context/unread";
import { useApprovalContext } from "./context/use-approval-context";
import { withoutList } from "./context/value-display";
import { Deadline } from "./deadline";
import { GateAnswer } from "./decide/gate-answer";
import { DecisionForm } from "./decide/lazy-decision-form";
import { QuestionsAsked } from "./decide/questions-asked";
import { RefusalNote } from "./decide/refusal-note";
import { useDecision } from "./decide/use-decision";
import { useBegunAnswer } from "./drafts/begun-answer";
import type { Draft } from "./drafts/kept-drafts";
import { useDraft } from "./drafts/use-draft";
import { HEAD_STAYS_IN_SIGHT, IN_SMALL_DOCK, STAYS_IN_SIGHT } from "./panel-places";
import { AwaitedSections, PanelSection } from "./panel-section";
import { StuckNote } from "./stuck-gate";
import { TermsNotes } from "./terms-note";

/** In one chunk with the panel, whose code it shares. */
export { ActsInHand } from "./acts-in-hand";
export { NodeDecision } from "./node-decision";

const OpenCommentsNote = dynamic(
  () => import("../comments/open-note").then((room) => room.OpenCommentsNote),
  { ssr: false, loading: () => <div className={`min-h-9 ${IN_SMALL_DOCK.nothing}`} /> },
);

const Proposals = dynamic(() => import("./decide/proposals").then((room) => room.Proposals), {
  loading: AwaitedSections,
});
const ClosedNote = dynamic(() => import("./closed-note").then((room) => room.ClosedNote), {
  loading: Nothing,
});
const CallVerdicts = lazy(() =>
  import("./decide/call-verdicts").then((room) => ({ default: room.CallVerdicts })),
);
// With what is read beside them, in one piece (GateContext).
const ItemVerdicts = lazy(() =>
  import("./decide/item-verdicts").then((room) => ({ default: room.ItemVerdicts })),
);
const WholeListsNote = dynamic(() => import("./decide/item-verdicts").then((room) => room.WholeListsNote));

export type GatePanelProps = {
  /** The run, kept up to date by the caller: a decision of anybody shows at once. */
  state: RunState;
  gate: ApprovalState;
  /** Shows another gate, where this one was replaced by it. */
  onOpenGate?: (approvalId: string) => void;
  /** A verb to begin with, as the list's keys ask for it. */
  begin?: Partial<Draft>;
  /** False where the surroundings name the gate already. */
  titled?: boolean;
  /** What comes after an answer: below it, in sight with it. */
  next?: ReactNode;
};

/** A gate as a decision; calls that wait together are decided together, wherever one of them is opened. */
export function GatePanel(props: GatePanelProps) {
  const { state, gate, begin, titled, next } = props;
  const together = callsTogether(state, gate).map(({ approvalId }) => approvalId);
  // Those that are answered in the meantime stay with their answers.
  const [members, setMembers] = useState<readonly string[]>(together);
  const joined = together.filter((one) => !members.includes(one));
  if (joined.length > 0) setMembers([...members, ...joined]);
  const [editedId, setEditedId] = useState(begin?.verb === "edit" ? gate.approvalId : undefined);
  const edited = getOwn(state.approvals, editedId ?? "");
  if (members.length === 0) return <OneGate {...props} key={gate.approvalId} />;
  if (edited?.status !== "open") {
    const gates = members.flatMap((one) => getOwn(state.approvals, one) ?? []);
    return (
      <Suspense fallback={<AwaitedSections />}>
        <CallVerdicts
          state={state}
          gate={gate}
          gates={gates}
          titled={titled}
          begin={begin}
          next={next}
          onEdit={setEditedId}
        />
      </Suspense>
    );
  }
  return (
    <>
      <div className="border-line border-b px-4 py-2">
        <Button size="small" onClick={() => setEditedId(undefined)}>
          Back to all {members.length} calls
        </Button>
      </div>
      <OneGate {...props} key={edited.approvalId} gate={edited} begin={EDITING} />
    </>
  );
}

const EDITING: Partial<Draft> = { verb: "edit" };

/**
 * One gate, read from top to bottom: what happens, what changed, what it rests on, what it has cost, and then the verbs it
 * allows and no others. Once it is closed: who said what, when and why.
 */
function OneGate(props: GatePanelProps) {
  const { state, gate, onOpenGate, begin, titled = true, next } = props;
  const id = useId();
  const pane = useRef<HTMLElement>(null);
  const { approvalId, digest, kind, taskId, verbs } = gate;
  const open = gate.status === "open";
  // What comes of a gate that is read while it is open stands where it was answered, and moves nothing.
  const [wasOpen] = useState(open);
  const [isNoted, setNoted] = useState(false);
  const takesComments = open && isOfPlan(kind);
  const [isCounted, setCounted] = useState(false);
  const question = { runId: state.runId, approvalId, version: gate.planVersion };
  const read = useApprovalContext(question);
  const { context: approvalContext, isAwaited } = read;
  const mutation = useDecision({ kind: "gate", approvalId, digest });
  const draftState = useDraft(
    approvalId,
    begin,
    kind === "review_decision" ? `${state.runId}/${taskId}` : undefined,
  );
  const begun = useBegunAnswer(approvalId, (verb) => {
    const decision = DECISIONS.find((one) => one === verb);
    draftState.change(decision ? { decision, armed: false } : { verb, armed: false });
  });
  const shown = gate.shown && ("inline" in gate.shown ? gate.shown.inline : approvalContext?.shown);
  const isJudged = open || gate.decided?.items !== undefined;
  const list = isJudged ? listShown(gate, shown ?? undefined) : undefined;
  const { servedTools, call } = approvalContext ?? {};
  const rest = list ? withoutList(shown ?? undefined, list.path) : (shown ?? undefined);
  const reading = useReading(partsToRead(state, gate, { rest, list, servedTools, call }), digest);
  const asWhole = open ? listsAsWhole(gate, shown ?? undefined) : undefined;
  const judging = asWhole ? (
    <WholeListsNote {...asWhole} />
  ) : (
    open &&
    list && (
      <ItemVerdicts title={listTitle(gate, list)} items={list.items} draftState={draftState} pane={pane} />
    )
  );
  // What was judged of a gate stays as it was read when the gate closes.
  const judged = useRef({ list, judging });
  if (open || !wasOpen) judged.current = { list, judging };
  const asked = open && kind === "human_review" ? askedOf(state, gate, shown) : undefined;
  const common = { state, mutation, draftState, pane, begun };
  const isProposed = open && gate.votes?.some(({ value }) => value !== undefined);
  const proposals = isProposed && (
    <Proposals state={state} gate={gate} mutation={mutation} reading={reading} />
  );
  // What a tool asks may fill the panel with its choices, and its form is not known before: they come with what is read
  // before them, and follow it.
  const answer = open && kind !== "review_decision" && (
    <div
      className={`mt-auto shrink-0 border-line border-t bg-inherit ${kind === "tool_input" ? "" : `max-h-(--panel-answer,none) overflow-y-auto ${STAYS_IN_SIGHT}`}`}
    >
      {takesComments && <OpenCommentsNote state={state} onCounted={setCounted} />}
      <GateAnswer
        {...common}
        reading={reading}
        awaitsComments={takesComments && !isCounted}
        gate={gate}
        shown={shown}
        list={list}
        models={approvalContext?.models}
        schema={approvalContext?.call?.inputSchema}
        rejecting={approvalContext?.rejecting}
      />
    </div>
  );
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-labelledby={id}
      data-gate={approvalId}
      data-open={open}
      className="flex grow flex-col bg-[var(--panel-ground,var(--panel))] outline-none"
    >
      <div className={`grid gap-0.5 py-3 pl-4 ${IN_SMALL_DOCK.tight} ${HEAD_STAYS_IN_SIGHT}`}>
        <div className="flex items-start justify-between gap-x-2 pr-2 text-muted text-xs">
          <div className="flex min-w-0 flex-wrap gap-x-2">
            <span className={IN_SMALL_DOCK.left}>
              {KIND_LABELS[kind]} · plan v{gate.planVersion}
            </span>
            {open &&
              (gate.deadlineAt === undefined ? (
                <span className={IN_SMALL_DOCK.left}>No deadline</span>
              ) : (
                <Deadline at={gate.deadlineAt} then={timeoutLabel(gate)} />
              ))}
          </div>
          <CopyLink
            isIcon
            href={gateHref(approvalId)}
            className={`-my-1.5 -mr-1.5 shrink-0 ${IN_SMALL_DOCK.left}`}
          />
        </div>
        <h2
          id={id}
          className={
            titled
              ? `font-semibold text-base line-clamp-3 ${asked === undefined ? IN_SMALL_DOCK.twoLines : IN_SMALL_DOCK.oneLine} ${open ? "text-person" : ""}`
              : "sr-only"
          }
        >
          <span aria-hidden="true">◈ </span>
          {gateTitle(state, gate)}
        </h2>
        {asked !== undefined && (
          <div aria-hidden="true" className={IN_SMALL_DOCK.question}>
            <p className="line-clamp-2">
              <SeenText text={asked} />
            </p>
          </div>
        )}
      </div>
      {open && gate.asked && (
        <PanelSection title="Questions" aside="The gate stays open">
          <QuestionsAsked gate={gate} />
        </PanelSection>
      )}
      {(open || wasOpen) && <TermsNotes state={state} gates={[gate]} />}
      {open && <StuckNote state={state} gate={gate} />}
      {!wasOpen && <ClosedNote state={state} gate={gate} onOpenGate={onOpenGate} />}
      {reading.scope(
        <GateContext
          state={state}
          gate={gate}
          shown={shown}
          read={read}
          isLoading={isAwaited}
          onOpenGate={onOpenGate}
          list={judged.current.list}
          judging={<div inert={!open}>{judged.current.judging}</div>}
          form={
            open && kind === "review_decision" ? (
              <DecisionForm
                {...common}
                taskId={taskId}
                verbs={verbs}
                approvalContext={approvalContext}
                isByHand={gate.byHand === true}
                reading={reading}
              />
            ) : (
              kind === "tool_input" && (
                <>
                  {proposals}
                  {answer}
                </>
              )
            )
          }
        />,
      )}
      {kind !== "tool_input" && proposals}
      {kind !== "tool_input" && answer}
      {!open && mutation.refusal && mutation.refusal.code !== "unreachable" && (
        <div className="px-4 pb-3">
          <RefusalNote refusal={mutation.refusal} />
        </div>
      )}
      <div className={open ? "" : `mt-auto shrink-0 bg-inherit *:border-line *:border-t ${STAYS_IN_SIGHT}`}>
        {/* There before its words: they are said aloud when the gate closes while it is read. */}
        <div role="status" className="max-h-[40dvh] overflow-y-auto border-t-0! empty:absolute">
          {wasOpen && !open && (
            <ClosedNote state={state} gate={gate} onOpenGate={onOpenGate} onShown={setNoted} />
          )}
        </div>
        {/* With the note above it, in one piece: neither moves the other. */}
        {!open && (isNoted || !wasOpen) && next}
      </div>
    </section>
  );
}

/** What a gate asks under the title of its task: its prompt, or the text that it shows without one. */
function askedOf(state: RunState, gate: ApprovalState, shown: Json | null | undefined): string | undefined {
  const texts = [gate.prompt, shown].filter((text) => typeof text === "string");
  return texts.find((text) => !gateTitle(state, gate).includes(text));
}

function listTitle({ kind }: ApprovalState, { path }: ShownList): string {
  const key = path.at(-1) ?? "Items";
  return isAboutCall(kind) ? `Arguments: ${key}` : key;
}
