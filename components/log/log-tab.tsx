"use client";

import { useDeferredValue, useMemo } from "react";
import { gateTitle } from "@/lib/client/headline";
import type { RunState } from "@/lib/core/run/state";
import type { NameLookup } from "@/lib/core/tell/event-words";
import { Button } from "../ui/button";
import { Drawer } from "../ui/drawer";
import { EmptyState } from "../ui/empty-state";
import { useUrlParam } from "../ui/use-url-param";
import { EventDetail } from "./event-detail";
import { EVENT_KINDS, type EventKind, kindOf, readKinds, writeKinds } from "./event-kinds";
import { eventLine, matchesSearch } from "./event-line";
import { LogFilter } from "./log-filter";
import { LogRows } from "./log-rows";
import type { History } from "./use-history";

/** Every event of the run in words, filtered by the address; each opens what was stored. */
export function LogTab({ state, history }: { state: RunState; history: History }) {
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
            The older events could not be loaded.{" "}
            <button type="button" className="underline" onClick={retry}>
              Try again
            </button>
          </>
        ) : (
          `${shown.length} of ${state.seq} events${complete ? "" : "; the older ones are being loaded…"}`
        )}
      </p>
      {shown.length === 0 ? (
        <EmptyState title="The filter hides every event" action={<Button onClick={showAll}>Show all</Button>}>
          {`There are ${events.length} events in this run.`}
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
        {open && <EventDetail line={eventLine(open, names)} canFork={open.type !== "run_finished"} />}
      </Drawer>
    </section>
  );
}

function countKinds(kinds: readonly EventKind[]): Map<EventKind, number> {
  const counts = new Map<EventKind, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function namesOf(state: RunState): NameLookup {
  return {
    task: (taskId) => state.tasks[taskId]?.spec.title ?? taskId,
    gate: (approvalId) => {
      const gate = state.approvals[approvalId];
      return gate ? gateTitle(state, gate) : approvalId;
    },
  };
}
