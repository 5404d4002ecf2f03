import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import { describeRecordedReason } from "@/lib/core/describe/replays/replays";
import type { ReplayedCallView, ReplayedStep } from "@/lib/core/replay/report";
import type { ReplayDetail } from "@/lib/core/replay/view";
import { Card } from "../ui/card";
import { StatusLabel } from "../ui/status-label";

/** What became of each call: made again or taken from the recording, and why. */
export function ReplayedSteps({ replay: { steps, totalSteps } }: { replay: ReplayDetail }) {
  const done = steps.flatMap((one) => ("calls" in one ? [one as ReplayedStep] : []));
  if (done.length === 0) return null;
  return (
    <Card title="Steps" aside={`${done.length} of ${totalSteps}`}>
      <ol aria-label="Replayed steps" className="grid gap-3">
        {done.map((one) => (
          <li key={one.step} className="grid gap-1 sm:grid-cols-[4rem_minmax(0,1fr)]">
            <span className="text-muted">Step {one.step}</span>
            {one.calls.length === 0 ? (
              <span className="text-muted">No calls</span>
            ) : (
              <ul className="grid gap-1">
                {one.calls.map((call) => (
                  <Call key={call.callId} call={call} step={one} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Call({ call, step }: { call: ReplayedCallView; step: ReplayedStep }) {
  const { tool, why, output } = call;
  return (
    <li className="grid gap-0.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="wrap-anywhere font-mono">{tool}</span>
        <StatusLabel status={displayOf(call, step)} className="text-xs" />
      </p>
      {why && <p className="wrap-anywhere text-muted text-xs">{describeRecordedReason(why)}</p>}
      {output !== undefined && (
        <pre className="wrap-anywhere max-h-48 overflow-auto whitespace-pre-wrap font-mono text-muted text-xs">
          {typeof output === "string" ? output : JSON.stringify(output)}
        </pre>
      )}
    </li>
  );
}

function displayOf(
  { callId, live, ok, output }: ReplayedCallView,
  { mismatches }: ReplayedStep,
): StatusDisplay {
  if (!live) return { icon: "⇤", word: "recording", tone: "plain" };
  const own = mismatches.filter((one) => one.callId === callId);
  if (own.length > 0) {
    const hasFailed = ok === false && own[0]?.path === "$";
    return hasFailed ? FAILED : { icon: "≠", word: "differs", tone: "bad" };
  }
  if (output === undefined) return { icon: "✓", word: "same", tone: "ok" };
  return ok ? { icon: "●", word: "made again", tone: "plain" } : FAILED;
}

const FAILED: StatusDisplay = { icon: "✕", word: "failed", tone: "bad" };
