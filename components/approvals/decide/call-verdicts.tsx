"use client";

import { type ReactNode, Suspense, useId, useRef, useState } from "react";
import { type ApiProblem, apiProblem } from "@/lib/client/call";
import { isUncertain, useAct } from "@/lib/client/mutation";
import { gateTitle } from "@/lib/core/describe/gates/headline";
import { questionParts } from "@/lib/core/describe/gates/question-parts";
import { describeRisk } from "@/lib/core/describe/gates/risk";
import { KIND_LABELS, timeoutLabel } from "@/lib/core/describe/gates/words";
import { quoted } from "@/lib/core/legible/marked";
import { getOwn } from "@/lib/core/own";
import { riskOf } from "@/lib/core/run/gates/risk";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Button } from "../../ui/button";
import { CopyLink } from "../../ui/links/copy-link";
import { gateHref } from "../address";
import { ClosedAnswer } from "../closed-note";
import { Asked } from "../context/asked";
import { ContextLoaded } from "../context/context-loaded";
import { Evidence } from "../context/evidence";
import { MoneySoFar } from "../context/money-so-far";
import { hasRead, UnreadNote, useReading } from "../context/unread";
import { useApprovalContext } from "../context/use-approval-context";
import { ValueText } from "../context/value-text";
import { Deadline } from "../deadline";
import { answeredHere, type Draft, type DraftVerdict, markSent } from "../drafts/kept-drafts";
import { forgetDraft } from "../drafts/unsent-drafts";
import { useMarks } from "../drafts/use-draft";
import { HEAD_STAYS_IN_SIGHT, STAYS_IN_SIGHT } from "../panel-places";
import { AwaitedSections, PanelSection } from "../panel-section";
import { useIsSettling } from "../settling";
import { StuckNote } from "../stuck-gate";
import { TermsNotes } from "../terms-note";
import { CallArguments } from "./call-arguments";
import { ConfirmStep } from "./confirm-step";
import { OF_CALLS } from "./item-row";
import { countText, ItemVerdicts } from "./item-verdicts";
import { RefusalNote } from "./refusal-note";
import { type DecisionInput, type DecisionTarget, sendDecision, useRefusal } from "./send-decision";
import { useDecisionKeys } from "./use-decision-keys";

type CallVerdictsProps = {
  state: RunState;
  /** The gate that was opened, one of those of the calls. */
  gate: ApprovalState;
  /** The gates of the calls, in the order in which they were asked; those that have closed stay with their answers. */
  gates: readonly ApprovalState[];
  titled?: boolean;
  /** The verb with which the opened gate was begun elsewhere: it is a mark here. */
  begin?: Partial<Draft> | undefined;
  /** What comes after the last answer. */
  next?: ReactNode;
  /** Shows one of the calls by itself, to edit its arguments. */
  onEdit(approvalId: string): void;
};

/** Calls of one agent that wait together: each is marked, and one footer says what it sends, the marks and nothing else. */
export function CallVerdicts({ state, gate, gates, titled = true, begin, next, onEdit }: CallVerdictsProps) {
  const id = useId();
  const pane = useRef<HTMLElement>(null);
  const { approvalId, planVersion, taskId } = gate;
  const question = { runId: state.runId, approvalId, version: planVersion };
  const read = useApprovalContext(question);
  // Between the reply and what the run tells of it, an answered call is no longer to be marked.
  const [sentIds, setSentIds] = useState<ReadonlySet<string>>(new Set());
  const waiting = gates.filter((one) => one.status === "open" && !sentIds.has(one.approvalId));
  const answered = gates.filter((one) => one.status !== "open");
  const isAwaited = waiting.length + answered.length < gates.length;
  const ids = waiting.map((one) => one.approvalId);
  const { markOf, setMark } = useMarks(ids);
  useBegunMark(begin, gate, { markOf, setMark });
  const [itemProblem, setItemProblem] = useState<Draft["itemProblem"]>();
  // Once another mark is given or a call is answered elsewhere, the second step is about something else.
  const [asked, setAsked] = useState<{ for: string; risks: readonly string[] }>();
  const { pending, reply, problem, act, clear } = useAct({ send: sendAll, shows: () => false });
  const refusal = useRefusal(problem ?? reply?.refused);

  const isSettling = useIsSettling();
  const reading = useReading(PARTS, approvalId);
  const isSending = pending !== undefined || (isAwaited && waiting.length === 0);
  const marks = waiting.map((one) => markOf(one.approvalId));
  const marked = waiting.flatMap((one, at) => ({ gate: one, mark: marks[at] as DraftVerdict, at }));
  const toSend = marked.filter(({ mark }) => mark !== undefined);
  const verdicts = Object.fromEntries(toSend.map(({ at, mark }) => [at, mark]));
  const asking = JSON.stringify([ids, marks]);
  const risks = asked?.for === asking ? asked.risks : [];

  const isUnread =
    !hasRead(reading, gate.kind, "approve", true) && toSend.some(({ mark }) => mark.verdict === "accept");

  const send = async (confirmed: boolean) => {
    if (pending || isUnread || isSettling || toSend.length === 0) return;
    const unexplained = toSend.find(({ mark }) => mark.verdict === "reject" && !mark.reason?.trim());
    if (unexplained) {
      const { at } = unexplained;
      return setItemProblem({ problem: `Say why call ${at + 1} is rejected.`, at });
    }
    const found = toSend.flatMap(({ gate: one, mark }) => {
      const risk = mark.verdict === "accept" ? riskOf(state, one, "approve") : undefined;
      return risk ? [describeRisk(risk)] : [];
    });
    if (found.length > 0 && !confirmed) return setAsked({ for: asking, risks: [...new Set(found)] });
    setAsked(undefined);
    const done = await act({ answers: toSend.map(answerOf) });
    if (!done) return;
    setSentIds((before) => new Set([...before, ...done.taken]));
    if (!done.refused) clear();
  };
  const markNext = (verdict: DraftVerdict["verdict"]) => {
    const at = marks.indexOf(undefined);
    const one = waiting[at];
    if (!one) return;
    setMark(one.approvalId, { verdict });
    const item = () => pane.current?.querySelector<HTMLElement>(`[data-item="${at}"]`);
    requestAnimationFrame(() => (item()?.querySelector("input") ?? item())?.focus());
  };
  useDecisionKeys(pane, {
    onLetter: (key) => {
      if (waiting.length === 0 || risks.length > 0) return;
      return key === "a" ? () => markNext("accept") : key === "r" ? () => markNext("reject") : undefined;
    },
    submit: () => void send(false),
    back: risks.length > 0 ? () => setAsked(undefined) : undefined,
  });

  const isOpen = answered.length < gates.length;
  const title = `${gates.length} calls of ${quoted(getOwn(state.tasks, taskId ?? "")?.spec.title ?? gateTitle(state, gate))}`;
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-labelledby={id}
      data-gate={approvalId}
      data-open={isOpen}
      className="flex grow flex-col bg-[var(--panel-ground,var(--panel))] outline-none"
    >
      <div className={`grid gap-0.5 py-3 pl-4 ${HEAD_STAYS_IN_SIGHT}`}>
        <div className="flex flex-wrap items-center gap-x-2 pr-2 text-muted text-xs">
          <span>
            {KIND_LABELS[gate.kind]} · plan v{planVersion}
          </span>
          {gate.status === "open" && gate.deadlineAt !== undefined && (
            <Deadline at={gate.deadlineAt} then={timeoutLabel(gate)} />
          )}
          <CopyLink isIcon href={gateHref(approvalId)} className="-my-1 -mr-1.5 ml-auto" />
        </div>
        <h2
          id={id}
          className={
            titled ? `font-semibold text-base line-clamp-3 ${isOpen ? "text-person" : ""}` : "sr-only"
          }
        >
          <span aria-hidden="true">◈ </span>
          {title}
        </h2>
      </div>
      <TermsNotes state={state} gates={waiting} />
      {waiting.map((one) => (
        <StuckNote key={one.approvalId} state={state} gate={one} />
      ))}
      {read.isAwaited ? (
        <AwaitedSections />
      ) : (
        <Suspense fallback={<AwaitedSections />}>
          {waiting.length > 0 && (
            <div inert={pending !== undefined}>
              {reading.scope(
                <>
                  <ContextLoaded {...read} />
                  <ItemVerdicts
                    title={waiting.length > 1 ? `${waiting.length} calls wait together` : "1 call waits"}
                    items={waiting.map(({ digest }) => digest)}
                    names={ids}
                    bodies={waiting.map((one) => (
                      <CallArguments key={one.approvalId} state={state} gate={one} />
                    ))}
                    words={OF_CALLS}
                    heads={waiting.map((one) => (
                      <CallHead
                        key={one.approvalId}
                        state={state}
                        gate={one}
                        onEdit={() => onEdit(one.approvalId)}
                      />
                    ))}
                    draftState={{
                      draft: { comment: "", items: verdicts, itemProblem },
                      change({ items, itemProblem: found }) {
                        setItemProblem(found);
                        for (const [at, one] of waiting.entries()) {
                          const mark = items?.[at];
                          if (items && JSON.stringify(mark) !== JSON.stringify(marks[at]))
                            setMark(one.approvalId, mark);
                        }
                      },
                      clear: () => undefined,
                    }}
                    pane={pane}
                  />
                </>,
              )}
            </div>
          )}
          {answered.length > 0 && (
            <PanelSection title="Answered">
              <ul aria-label="Answered calls" className="grid gap-3">
                {answered.map((one) => (
                  <li key={one.approvalId} className="grid gap-1">
                    <h3 className="break-words font-medium">{gateTitle(state, one)}</h3>
                    <ClosedAnswer state={state} gate={one} />
                  </li>
                ))}
              </ul>
            </PanelSection>
          )}
          {isOpen && (
            <>
              <PanelSection title="Evidence">
                <Evidence state={state} taskId={taskId} shown={undefined} />
              </PanelSection>
              <PanelSection title="Cost">
                <MoneySoFar context={read.context} />
              </PanelSection>
            </>
          )}
        </Suspense>
      )}
      <div className={`mt-auto grid shrink-0 gap-2 border-line border-t bg-inherit ${STAYS_IN_SIGHT}`}>
        {isOpen ? (
          <div className="grid gap-2 px-4 py-3">
            <RefusalNote refusal={refusal} />
            {isUnread && reading.next && <UnreadNote way={reading.next} />}
            {risks.length > 0 ? (
              <ConfirmStep
                risk={risks.join(" ")}
                confirmLabel={sendText(toSend.length)}
                pending={isSending}
                disabled={isUnread || isSettling}
                onConfirm={() => void send(true)}
                onBack={() => setAsked(undefined)}
              />
            ) : (
              <Button
                variant="person"
                className="whitespace-normal"
                disabled={isSending || read.isAwaited || isUnread || isSettling || toSend.length === 0}
                onClick={() => void send(false)}
              >
                {isSending
                  ? "Sending…"
                  : toSend.length === 0
                    ? "Mark each call: approve or reject"
                    : `${sendText(toSend.length)}: ${countText(waiting.length, verdicts, OF_CALLS)}`}
              </Button>
            )}
          </div>
        ) : (
          <>
            <p role="status" className="px-4 pt-3 font-medium">
              {summaryOf(gates)}
            </p>
            {next}
          </>
        )}
      </div>
    </section>
  );
}

/** Each of the calls is a part of them. */
const PARTS = ["context", "items"];

const sendText = (count: number): string => (count === 1 ? "Send 1 answer" : `Send ${count} answers`);

/** A verb with which the opened gate was begun elsewhere counts as its mark, unless it has one. */
function useBegunMark(
  begin: Partial<Draft> | undefined,
  { approvalId }: ApprovalState,
  { markOf, setMark }: ReturnType<typeof useMarks>,
): void {
  const [taken, setTaken] = useState<typeof begin>();
  if (begin === taken) return;
  setTaken(begin);
  const verdict = begin?.verb === "approve" ? "accept" : begin?.verb === "reject" ? "reject" : undefined;
  if (verdict && !markOf(approvalId)) queueMicrotask(() => setMark(approvalId, { verdict }));
}

/** What is asked about a call, and the way to its arguments, or to those that others propose. */
function CallHead({ state, gate, onEdit }: { state: RunState; gate: ApprovalState; onEdit(): void }) {
  const { earlier } = gate.subject ?? {};
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-2">
        <Asked runId={state.runId} parts={questionParts(state, gate)} />
        {gate.verbs.includes("edit") && (
          <Button size="small" className="shrink-0" onClick={onEdit}>
            {gate.votes?.some(({ value }) => value) ? "Proposed arguments…" : "Edit…"}
          </Button>
        )}
      </div>
      {earlier !== undefined && (
        <div className="text-muted text-xs">
          Earlier output: <ValueText value={String(earlier)} />
        </div>
      )}
    </div>
  );
}

/** "1 approved, 1 rejected" of what people answered; what closed otherwise is not counted. */
function summaryOf(gates: readonly ApprovalState[]): string {
  const verbs = gates.flatMap(({ decided }) => decided?.verb ?? []);
  const rejected = verbs.filter((verb) => verb === "reject").length;
  return `${verbs.length - rejected} approved, ${rejected} rejected`;
}

function answerOf({ gate, mark }: { gate: ApprovalState; mark: DraftVerdict }) {
  const { approvalId, digest } = gate;
  return {
    target: { kind: "gate" as const, approvalId, digest },
    answer: {
      verb: mark.verdict === "accept" ? ("approve" as const) : ("reject" as const),
      comment: mark.reason?.trim() ?? "",
    },
  };
}

type Answers = { answers: { target: Extract<DecisionTarget, { kind: "gate" }>; answer: DecisionInput }[] };

/**
 * Each call is decided by itself: one that cannot be keeps no other from it. `taken` are the gates that were answered. Throws
 * where nobody knows whether one was.
 */
async function sendAll(
  { answers }: Answers,
  key: string,
): Promise<{ taken: string[]; refused?: ApiProblem }> {
  const [taken, problems]: [string[], ApiProblem[]] = [[], []];
  for (const one of answers) {
    const { approvalId } = one.target;
    markSent(approvalId, true);
    try {
      const { open } = await sendDecision(one, `${key}-${approvalId}`);
      forgetDraft(approvalId);
      // A vote decides nothing so far: its call waits on, for others.
      if (open) markSent(approvalId, false);
      else {
        answeredHere.add(approvalId);
        taken.push(approvalId);
      }
    } catch (thrown) {
      markSent(approvalId, false);
      if ((thrown as ApiProblem).code === "unreachable") throw thrown;
      problems.push(thrown as ApiProblem);
    }
  }
  const first = problems.find(isUncertain) ?? problems[0];
  if (!first) return { taken };
  const message = `${problems.length} of ${answers.length} answers not recorded: ${first.message}`;
  const refused = apiProblem(message, first);
  if (isUncertain(first)) throw refused;
  return { taken, refused };
}
