import { durationText } from "@/lib/client/format";
import type { LiveText } from "@/lib/client/live-text";
import type { Json } from "@/lib/core/json";
import { type Branch, branchesOf, type Call, callsOf, type StepChunk } from "@/lib/core/trajectory";
import { StepCritiqueView } from "../reflection/step-critique";
import { ArtifactView } from "./artifact-view";
import { CallOutput } from "./call-output";
import type { CallFacts, StepView } from "./types";
import { ValueView } from "./value-view";

type StepCardProps = {
  runId: string;
  view: StepView;
  /** What a call of this step tells at this moment. */
  liveOf?: (callId: string) => LiveText[];
};

/** One turn of the agent: what it thought, what it called, what it saw, and how long that took. */
export function StepCard({ runId, view, liveOf = () => [] }: StepCardProps) {
  const { body, calls: facts } = view;
  const calls = callsOf(body);
  // The same words may be said twice; what was said keeps its place.
  const heard = (body.steering ?? []).map((message, place) => ({ key: `${place} ${message}`, message }));
  const branches = new Map(branchesOf(body).map((branch) => [branch.callId, branch]));
  return (
    <li className="grid gap-2 border-line border-b px-4 py-3 last:border-b-0" data-step={body.step}>
      <p className="flex justify-between gap-3 text-muted text-xs">
        <span>Step {body.step}</span>
        <span>{durationText(body.latencyMs)}</span>
      </p>
      {heard.map(({ key, message }) => (
        <Heard key={key} message={message} />
      ))}
      {body.thought && !isAnswer(body) && <p className="whitespace-pre-wrap">{body.thought}</p>}
      {calls.map((call) => (
        <CallView
          key={call.callId}
          runId={runId}
          call={call}
          result={branches.get(call.callId)}
          facts={facts.find(({ callId }) => callId === call.callId)}
          stepError={body.error}
          edited={body.edited?.[call.callId]}
          asks={body.waiting?.includes(call.callId) ?? false}
          told={(body.chunks ?? []).filter(({ callId }) => callId === call.callId)}
          live={liveOf(call.callId)}
        />
      ))}
      {body.action.type === "finish" && (
        <div className="grid gap-1">
          <p className="font-medium text-xs">Answer</p>
          <ValueView runId={runId} value={body.action.answer} />
        </div>
      )}
      {body.critique && <StepCritiqueView critique={body.critique} step={body.step} />}
      {calls.length === 0 && body.error !== undefined && <ErrorText text={body.error} />}
    </li>
  );
}

/** What a person told the agent before this turn. */
export function Heard({ message }: { message: string }) {
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

type CallViewProps = {
  runId: string;
  call: Call;
  result: Branch | undefined;
  facts: CallFacts | undefined;
  stepError: string | undefined;
  /** What a person put in the place of the agent's arguments. */
  edited: Json | undefined;
  /** A person is to say whether it runs. */
  asks: boolean;
  /** What it told while it ran. */
  told: readonly StepChunk[];
  live: readonly LiveText[];
};

function CallView({ runId, call, result, facts, stepError, edited, asks, told, live }: CallViewProps) {
  const failed = result ? (result.ok ? undefined : result.error) : stepError;
  return (
    <div className="grid gap-1 border-line border-l-2 pl-3">
      <p className="flex flex-wrap justify-between gap-x-3 text-xs">
        <span>
          <span className="text-muted">calls </span>
          <span className="font-mono font-medium">{call.tool}</span>
          {facts && facts.sideEffects !== "none" && (
            <span className="text-muted"> · {facts.sideEffects}</span>
          )}
        </span>
        <span className="text-muted">
          {facts?.latencyMs != null && durationText(facts.latencyMs)}
          {facts && !facts.finished && !asks && failed === undefined && "running"}
          {asks && <span className="text-person">◈ asks a person</span>}
        </span>
      </p>
      <ValueView runId={runId} value={call.args} />
      {edited !== undefined && (
        <>
          <p className="text-amber text-xs">
            <span aria-hidden="true">◈ </span>a person changed the arguments
          </p>
          <ValueView runId={runId} value={edited} />
        </>
      )}
      <CallOutput runId={runId} tool={call.tool} stored={told} live={live} />
      {result?.ok && (
        <>
          <p className="text-muted text-xs">saw</p>
          {result.artifact === undefined ? (
            <ValueView runId={runId} value={result.output} />
          ) : (
            <ArtifactView runId={runId} artifact={result.artifact} seen={result.output} />
          )}
        </>
      )}
      {failed !== undefined && <ErrorText text={failed} />}
    </div>
  );
}

function ErrorText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap text-bad">
      <span aria-hidden="true">✕ </span>
      {text}
    </p>
  );
}
