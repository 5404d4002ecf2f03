"use client";

import { useDeferredValue, useMemo } from "react";
import { namesOf } from "@/lib/core/describe/names";
import type { RunState } from "@/lib/core/run/state";
import { ForkButton } from "../forks/fork-button";
import { JsonText } from "../inspector/json-text";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { LiveButton } from "../ui/live";
import { Drawer } from "../ui/overlay/dialog";
import { SearchInput } from "../ui/search-input";
import { EVENT_KINDS, type EventKind, KIND_LABELS, kindOf, readKinds, writeKinds } from "./event-kinds";
import { type EventLine, eventLine, matchesSearch } from "./event-line";
import { LogRows } from "./log-rows";
import type { History } from "./use-history";

type EventDetailProps = {
  line: EventLine;
  /** Shows the run as it was after this event. */
  onMove(): void;
  /** The run had not ended with it. */
  canFork: boolean;
};

type LogFilterProps = {
  kinds: readonly EventKind[];
  counts: ReadonlyMap<EventKind, number>;
  text: string;
  onKinds(kinds: EventKind[]): void;
  onText(text: string): void;
};

type LogTabProps = { state: RunState; history: History; onMove(seq: number): void };

/** Every event of the run in words, filtered by the address; each opens what was stored. */
export function LogTab({ state, history, onMove }: LogTabProps) {
  const { events, complete, failed, retry } = history;
  const [kindsText, setKinds] = useUrlParam("kinds");
  const [text = "", setText] = useUrlParam("q");
  const [opened, setOpened] = useUrlParam("event");
  const kinds = useMemo(() => readKinds(kindsText), [kindsText]);
  const search = useDeferredValue(text);
  const names = useMemo(() => namesOf(state), [state]);
  const counts = useMemo(() => countKinds(events.map(kindOf)), [events]);
  const shown = useMemo(
    () =>
      events.filter(
        (event) =>
          kinds.includes(kindOf(event)) && (search === "" || matchesSearch(eventLine(event, names), search)),
      ),
    [events, kinds, search, names],
  );
  const open = opened === undefined ? undefined : events.find(({ seq }) => seq === Number(opened));
  const showAll = () => {
    setKinds(writeKinds(EVENT_KINDS));
    setText(undefined);
  };
  return (
    <section aria-label="Log" className="overflow-hidden rounded-xl border border-line bg-panel shadow-card">
      <LogFilter
        kinds={kinds}
        counts={counts}
        text={text}
        onKinds={(next) => setKinds(writeKinds(next))}
        onText={setText}
      />
      <p role="status" className="border-line border-b px-4 py-1.5 text-muted text-xs">
        {failed ? (
          <>
            Could not load older events.{" "}
            <LiveButton className="underline" onClick={retry}>
              Try again
            </LiveButton>
          </>
        ) : (
          `${shown.length} of ${state.seq} events${complete ? "" : "; loading older events…"}`
        )}
      </p>
      {shown.length === 0 ? (
        <EmptyState title="No events match the filter" action={<Button onClick={showAll}>Show all</Button>}>
          {`This run has ${events.length} events.`}
        </EmptyState>
      ) : (
        <LogRows
          key={`${kindsText} ${search}`}
          events={shown}
          names={names}
          startedAt={state.createdAt}
          live={state.phase !== "ended"}
          onOpen={(seq) => setOpened(String(seq))}
        />
      )}
      <Drawer
        title={open ? eventLine(open, names).word : "Event"}
        description={open ? `Event ${open.seq} of ${state.seq}` : undefined}
        size="wide"
        open={open !== undefined}
        onOpenChange={(isOpen) => isOpen || setOpened(undefined)}
      >
        {open && (
          <EventDetail
            line={eventLine(open, names)}
            canFork={open.type !== "run_finished"}
            onMove={() => onMove(open.seq)}
          />
        )}
      </Drawer>
    </section>
  );
}

function countKinds(kinds: readonly EventKind[]): Map<EventKind, number> {
  const counts = new Map<EventKind, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Which events are shown: by what they are about, and by the words in them. */
function LogFilter({ kinds, counts, text, onKinds, onText }: LogFilterProps) {
  const toggle = (kind: EventKind) =>
    onKinds(kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2.5">
      <SearchInput label="Search the log" value={text} onChange={onText} className="grow sm:max-w-64" />
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Event types</legend>
        {EVENT_KINDS.map((kind) => {
          const on = kinds.includes(kind);
          return (
            <LiveButton
              key={kind}
              aria-pressed={on}
              onClick={() => toggle(kind)}
              className={`inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs ${
                on ? "border-ink bg-ink text-ground" : "border-edge text-muted hover:text-ink"
              }`}
            >
              {KIND_LABELS[kind]}
              <span>{counts.get(kind) ?? 0}</span>
            </LiveButton>
          );
        })}
      </fieldset>
    </div>
  );
}

/** An event in full: its words, who caused it and when, and what was stored. */
function EventDetail({ line: { text, at, event }, canFork, onMove }: EventDetailProps) {
  const { actor, type } = event;
  const by =
    actor.kind === "person" ? actor.name : actor.kind === "worker" ? `worker ${actor.id}` : "the engine";
  return (
    <div className="grid gap-3">
      <p className="whitespace-pre-wrap">{text}</p>
      <p className="text-muted text-xs">
        <span className="font-mono">{type}</span> · by {by} ·{" "}
        <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString()}</time>
      </p>
      <Button className="justify-self-start" onClick={onMove}>
        Show the run at this event
      </Button>
      {canFork && <ForkButton key={event.seq} runId={event.run} place={{ fromSeq: event.seq }} />}
      <JsonText label="Event as JSON" value={event} rows={22} />
    </div>
  );
}
