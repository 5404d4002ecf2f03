import { routeAddress } from "@/lib/client/call";
import type { LiveText } from "@/lib/client/live/live-text";
import { textOf } from "@/lib/client/use-stored-text";
import { formatCount, formatDuration } from "@/lib/core/describe/amounts";
import { isJsonObject, type Json } from "@/lib/core/json";
import type { RejectedItem } from "@/lib/core/run/gates/items";
import type { Branch, Call, CallComment, StepChunk } from "@/lib/core/trajectory";
import { ExplainDenial } from "../policies/explain-denial";
import { CallOutput } from "./call-output";
import type { Caller, CallFacts } from "./types";
import { ValueView } from "./value-view";

type ArtifactViewProps = {
  runId: string;
  artifact: string;
  /** What the agent was shown: {artifact, chars, preview}. */
  seen: Json;
};

type CallViewProps = {
  runId: string;
  call: Call;
  result: Branch | undefined;
  facts: CallFacts | undefined;
  /** Why its turn was refused. */
  stepError: string | undefined;
  /** What a person put in the place of the agent's arguments. */
  edited: Json | undefined;
  /** Items of its list that they rejected. */
  leftOut: readonly RejectedItem[] | undefined;
  /** What people said when they were asked about it. */
  said?: readonly CallComment[] | undefined;
  /** A person is to say whether it runs. */
  waitsForPerson: boolean;
  /** What it told while it ran. */
  chunks: readonly StepChunk[];
  live: readonly LiveText[];
  /** Who called: what policies say of a call that did not run depends on it. */
  caller?: Caller | undefined;
};

/** One call: what it was given, what it told while it ran, and what came of it. */
export function CallView({
  runId,
  call,
  result,
  facts,
  stepError,
  edited,
  leftOut,
  said = [],
  waitsForPerson,
  chunks,
  live,
  caller,
}: CallViewProps) {
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
          {facts?.latencyMs != null && formatDuration(facts.latencyMs)}
          {facts && !facts.finished && !waitsForPerson && failed === undefined && "running"}
          {waitsForPerson && <span className="text-person">◈ waiting for a person</span>}
        </span>
      </p>
      <ValueView runId={runId} value={call.args} />
      {edited !== undefined && (
        <>
          <p className="text-amber text-xs">
            <span aria-hidden="true">◈ </span>A person edited the arguments
          </p>
          <ValueView runId={runId} value={edited} />
          {leftOut && <LeftOut items={leftOut} />}
        </>
      )}
      {said.length > 0 && <Said words={said} />}
      <CallOutput runId={runId} tool={call.tool} stored={chunks} live={live} />
      {result?.ok && (
        <>
          <p className="text-muted text-xs">Output</p>
          {result.artifact === undefined ? (
            <ValueView runId={runId} value={result.output} />
          ) : (
            <ArtifactView runId={runId} artifact={result.artifact} seen={result.output} />
          )}
        </>
      )}
      {failed !== undefined && <ErrorText text={failed} />}
      {failed !== undefined && !facts && caller && (
        <ExplainDenial runId={runId} tool={call.tool} args={edited ?? call.args} {...caller} />
      )}
    </div>
  );
}

/** What people said of a call when they let it run; its agent reads it with the result. */
function Said({ words }: { words: readonly CallComment[] }) {
  // Each person has one say at a gate, and the order stays.
  const lines = words.map((one, index) => ({ ...one, key: `${index} ${one.by}` }));
  return (
    <ul className="grid gap-0.5 text-xs" aria-label="Comments for the agent">
      {lines.map(({ key, by, words: text }) => (
        <li key={key} className="whitespace-pre-wrap break-words">
          <span className="text-person">
            <span aria-hidden="true">◈ </span>
            {by}:
          </span>{" "}
          <q>{text}</q>
        </li>
      ))}
    </ul>
  );
}

/** What a person took out of the list of a call, and why. */
function LeftOut({ items }: { items: readonly RejectedItem[] }) {
  return (
    <ul className="grid gap-0.5 text-xs" aria-label="Left out">
      {items.map(({ item, excerpt, reason }) => (
        <li key={item} className="break-words">
          <span className="text-muted">
            {item}. {excerpt}
          </span>{" "}
          <q>{reason}</q>
        </li>
      ))}
    </ul>
  );
}

export function ErrorText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap text-bad">
      <span aria-hidden="true">✕ </span>
      {text}
    </p>
  );
}

/** An output that was too large for the agent: what it saw of it, and the way to all of it. */
function ArtifactView({ runId, artifact, seen }: ArtifactViewProps) {
  const { chars, preview = "" } = isJsonObject(seen) ? seen : {};
  const size = typeof chars === "number" ? ` (${formatCount(chars)} characters)` : "";
  const address = routeAddress("GET /api/v1/runs/{id}/values/{digest}", { id: runId, digest: artifact });
  return (
    <div className="grid gap-1.5">
      <p className="text-muted text-xs">
        Too large to show in full. The agent saw this preview and could read the rest.
      </p>
      <section
        aria-label="Output preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="max-h-56 overflow-y-auto wrap-anywhere whitespace-pre-wrap rounded-lg border border-line bg-ground px-2.5 py-2 font-mono text-xs"
      >
        {textOf(preview)}
      </section>
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className="justify-self-start text-xs underline underline-offset-2"
      >
        Open full output{size}
      </a>
    </div>
  );
}
