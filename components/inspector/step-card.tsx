import { formatDuration } from "@/lib/client/format";
import type { LiveText } from "@/lib/client/live-text";
import { branchesOf, type Call, callsOf } from "@/lib/core/trajectory";
import { StepCritiqueView } from "../reflection/step-critique";
import { CallSet } from "./call-set";
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
      edited={body.edited?.[call.callId]}
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

/** What a person told the agent before this turn. */
export function SteeringMessage({ message }: { message: string }) {
  return (
    <p className="whitespace-pre-wrap rounded-lg border border-amber/50 px-2.5 py-1.5">
      <span className="font-medium text-amber text-xs">
        <span aria-hidden="true">◈ </span>A person said
      </span>
      <br />
      {message}
    </p>
  );
}

/** A last turn whose words are its answer would say them twice. */
const isAnswer = ({ thought, action }: StepView["body"]): boolean =>
  action.type === "finish" && action.answer === thought;
