import { type ReactNode, useId } from "react";
import type { LiveText } from "@/lib/client/live/live-text";
import { textOf } from "@/lib/client/use-stored-text";
import { formatCounted, formatDuration } from "@/lib/core/describe/amounts";
import { formatRefusedTool } from "@/lib/core/describe/calls";
import type { Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { branchesOf, callsOf, joinOf, setBranchesOf } from "@/lib/core/trajectory/step-calls";
import type { Call, Step, Summary } from "@/lib/core/trajectory/types";
import { StepCritiqueView } from "../reflection/critique";
import { CallView, ErrorText } from "./call-view";
import type { Caller, StepView } from "./types";
import { ValueView } from "./value-view";

type StepCardProps = {
  runId: string;
  view: StepView;
  /** What a call of this step tells at this moment. */
  liveOf?: (callId: string) => LiveText[];
  caller?: Caller;
};

/** One turn of the agent: what it thought, what it called, what it saw, and how long that took. */
export function StepCard({ runId, view, liveOf = () => [], caller }: StepCardProps) {
  const { body, calls: facts } = view;
  // The same words may be said twice; what was said keeps its place.
  const steering = (body.steering ?? []).map((message, index) => ({ key: `${index} ${message}`, message }));
  const branches = new Map(branchesOf(body).map((branch) => [branch.callId, branch]));
  const viewOf = (call: Call, stepError?: string) => (
    <CallView
      key={call.callId}
      runId={runId}
      call={call}
      result={branches.get(call.callId)}
      facts={facts.find(({ callId }) => callId === call.callId)}
      stepError={stepError}
      edited={getOwn(body.edited, call.callId)}
      leftOut={getOwn(body.leftOut, call.callId)}
      said={getOwn(body.said, call.callId)}
      waitsForPerson={body.waiting?.includes(call.callId) ?? false}
      chunks={(body.chunks ?? []).filter(({ callId }) => callId === call.callId)}
      live={liveOf(call.callId)}
      caller={caller}
    />
  );
  return (
    <li className="grid gap-2 border-line border-b px-4 py-3 last:border-b-0" data-step={body.step}>
      <p className="flex justify-between gap-3 text-muted text-xs">
        <span>Step {body.step}</span>
        <span>{formatDuration(body.latencyMs)}</span>
      </p>
      {steering.map(({ key, message }) => (
        <SteeringMessage key={key} message={message} />
      ))}
      {body.refusedTools?.map((refused) => (
        <p key={refused.tool} className="text-amber text-xs">
          {formatRefusedTool(refused)}
        </p>
      ))}
      {body.reasoning && (
        <details className="text-muted">
          <summary className="cursor-pointer text-xs">Reasoning</summary>
          <p className="whitespace-pre-wrap">{body.reasoning}</p>
        </details>
      )}
      {body.thought && !isAnswer(body) && <p className="whitespace-pre-wrap">{body.thought}</p>}
      {body.action.type === "parallel" ? (
        <CallSet step={body} viewOf={viewOf} />
      ) : (
        callsOf(body).map((call) => viewOf(call, body.error))
      )}
      {body.action.type === "finish" && (
        <div className="grid gap-1">
          <p className="font-medium text-xs">Answer</p>
          <ValueView runId={runId} value={body.action.answer} />
        </div>
      )}
      {body.critique && <StepCritiqueView critique={body.critique} step={body.step} />}
      {body.action.type !== "tool" && body.error !== undefined && <ErrorText text={body.error} />}
    </li>
  );
}

/** Calls that ran at the same time, in their order, and the call on their results, where there is one. */
function CallSet({ step, viewOf }: { step: Step; viewOf: (call: Call) => ReactNode }) {
  const label = useId();
  const join = joinOf(step);
  const calls = callsOf(step).filter(({ callId }) => callId !== join?.callId);
  return (
    <>
      <section
        aria-labelledby={label}
        className="grid gap-2 rounded-lg border border-line border-dashed px-2.5 py-2"
      >
        <p id={label} className="text-muted text-xs">
          {formatCounted(calls.length, "call", "parallel calls")} · {resultText(step, calls.length)}
        </p>
        {calls.map((call) => viewOf(call))}
      </section>
      {join && (
        <section aria-label={`${join.tool}, on the results above`} className="grid gap-1">
          <p className="text-muted text-xs">
            <span aria-hidden="true">⇉ </span>then combined
          </p>
          {viewOf(join)}
        </section>
      )}
    </>
  );
}

function resultText(step: Step, calls: number): string {
  if (step.invalid) return "not run";
  const branches = setBranchesOf(step);
  const failed = branches.filter(({ ok }) => !ok).length;
  if (branches.length < calls) return `${branches.length} of ${calls} finished`;
  if (failed === 0) return calls === 1 ? "succeeded" : "all succeeded";
  return `${calls - failed} succeeded, ${failed} failed`;
}

/** What a person told the agent before this turn. */
function SteeringMessage({ message }: { message: string }) {
  return (
    <p className="whitespace-pre-wrap rounded-lg border border-amber/50 px-2.5 py-1.5">
      <span className="font-medium text-amber text-xs">
        <span aria-hidden="true">◈ </span>Message from a person
      </span>
      <br />
      {message}
    </p>
  );
}

/** A last turn whose words are its answer would say them twice. */
const isAnswer = ({ thought, action }: StepView["body"]): boolean =>
  action.type === "finish" && action.answer === thought;

/** What stands for the first steps in the agent's requests from here on; the steps themselves stay above. */
export function SummaryCard({ summary }: { summary: Summary }) {
  const { upToStep, by, goals, facts, pending, lastOutputDigest, note } = summary;
  const steps = upToStep === 1 ? "Step 1 was" : `Steps 1 to ${upToStep} were`;
  const found = Object.entries(facts);
  return (
    <li
      className="wrap-anywhere min-w-0 border-line border-b bg-raised px-4 py-3 last:border-b-0"
      data-summary={upToStep}
    >
      <details>
        <summary className="cursor-pointer text-sm">
          <span aria-hidden="true">⊟ </span>
          {steps} summarized by {by === "model" ? "a model" : "a rule"}
          <span className="block text-muted text-xs">
            From here on, the agent sees this summary. The full steps are above.
          </span>
        </summary>
        <div className="mt-2 grid gap-2">
          <Lines title="Goals" lines={goals} />
          {found.length > 0 && (
            <div className="grid gap-1">
              <p className="font-medium text-xs">Facts</p>
              <dl className="grid gap-1">
                {found.map(([name, value]) => (
                  <Fact key={name} name={name} value={value} />
                ))}
              </dl>
            </div>
          )}
          <Lines title="Pending" lines={pending} />
          <Lines title="Last output" lines={[lastOutputDigest]} />
          <Lines title="Note" lines={[note]} />
        </div>
      </details>
    </li>
  );
}

function Fact({ name, value }: { name: string; value: Json }) {
  return (
    <div className="grid gap-0.5 border-line border-l-2 pl-3">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="whitespace-pre-wrap">{textOf(value)}</dd>
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  const shownLines = lines
    .filter((line) => line.trim() !== "")
    .map((line, index) => ({ key: `${index} ${line}`, line }));
  if (shownLines.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="font-medium text-xs">{title}</p>
      {shownLines.map(({ key, line }) => (
        <p key={key} className="whitespace-pre-wrap">
          {line}
        </p>
      ))}
    </div>
  );
}
