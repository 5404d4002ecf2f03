"use client";

import { useQueryClient } from "@tanstack/react-query";
import { namesOf } from "@/lib/core/describe/names";
import { isOver } from "@/lib/core/run/retrospects";
import type { RunState } from "@/lib/core/run/state";
import type { RunPurges } from "@/lib/core/views";
import { ForkButton } from "../forks/fork-button";
import { eventLine } from "../log/event-line";
import type { Moment } from "../runs/use-moment";
import { TONE_TEXT } from "../status";
import { Button } from "../ui/button";
import { LiveButton } from "../ui/live";
import { clockText } from "./clock-text";

type MomentBarProps = {
  /** The run as it is now. */
  state: RunState;
  /** Undefined once playing or a step has led to now: the bar stays where it is until somebody closes it. */
  at: number | undefined;
  moment: Moment | undefined;
  failed: boolean;
  retry(): void;
  purged: RunPurges;
  /** The tab below shows the run as it is now. */
  isTabNow: boolean;
  onNow(): void;
};

/** Says over every tab that a past moment is shown, which, what cannot be done there, and how to get back. */
export function MomentBar(props: MomentBarProps) {
  const { state, at, moment, failed, purged, isTabNow, onNow } = props;
  const isPast = at !== undefined;
  const queryClient = useQueryClient();
  const retry = () => {
    props.retry();
    void queryClient.refetchQueries({ queryKey: ["keyframe", state.runId] });
  };
  return (
    <section
      aria-label="Moment of the run"
      data-moment={moment?.seq}
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-ink border-y bg-panel px-4 py-1.5 text-xs md:px-6"
    >
      <p className="font-semibold text-sm">
        Event {at ?? state.seq} of {state.seq}
      </p>
      <div className="min-w-0 grow basis-64">
        <p className="truncate">
          {isPast && failed ? (
            <span role="alert" className="text-bad">
              Could not load this moment.{" "}
              <LiveButton className="underline" onClick={retry}>
                Try again
              </LiveButton>
            </span>
          ) : isPast ? (
            <MomentText moment={moment?.seq === at ? moment : undefined} />
          ) : (
            "This is the run as it is now."
          )}
        </p>
        <p className="text-muted">
          {isPast && isTabNow ? "This tab shows the run as it is now. " : ""}
          {isPast
            ? "The run’s controls are off while you look at the past."
            : "The run’s controls are on again."}
          {purged.payloadsAt !== null &&
            ` Steps and tool calls were removed on ${new Date(purged.payloadsAt).toISOString().slice(0, 10)}: they are missing here, and the run can no longer be forked.`}
        </p>
      </div>
      {/* As wide without its first button: what is on the line below the text stays there. */}
      <div className="flex min-w-52 flex-wrap gap-2 md:justify-end">
        {moment && !isOver(moment.state) && purged.payloadsAt === null && (
          <ForkButton key={moment.seq} size="small" runId={state.runId} place={{ fromSeq: moment.seq }} />
        )}
        <Button size="small" variant={isPast ? "main" : "plain"} onClick={onNow}>
          {isPast ? "Back to now" : "Close"}
        </Button>
      </div>
    </section>
  );
}

/** When it was, and what happened. */
export function MomentText({ moment }: { moment: Moment | undefined }) {
  if (!moment?.event) return moment ? "Before the first event" : "Loading this moment…";
  const { word, text, tone, at } = eventLine(moment.event, namesOf(moment.state));
  return (
    <>
      <time
        dateTime={new Date(at).toISOString()}
        title={new Date(at).toLocaleString()}
        className="text-muted"
      >
        {clockText(at, true)}
      </time>{" "}
      <span className={`font-medium ${TONE_TEXT[tone]}`}>{word}</span> {text}
    </>
  );
}
