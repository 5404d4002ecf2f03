import Link from "next/link";
import type { ExampleOrigin, ExampleView } from "@/lib/core/examples/view";
import { runLabel } from "../lessons/labels";
import { taskHref } from "../runs/task-href";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { RelativeTime } from "../ui/relative-time";
import { StatusLabel } from "../ui/status-label";
import { KIND_LABELS, SOURCE_LABELS, switchDisplay } from "./labels";

/** An example in the list: what was asked, what to learn from it, where it comes from. */
export function ExampleRow({ example, onOpen }: { example: ExampleView; onOpen(): void }) {
  const { question, note, version, author, updatedAt, uses, origin } = example;
  return (
    <li className="grid gap-1.5 border-line border-b px-4 py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
      <div className="grid min-w-0 gap-1">
        <p className="wrap-anywhere line-clamp-3 font-medium">{question}</p>
        {note !== null && note !== "" && <p className="wrap-anywhere line-clamp-2 text-muted">{note}</p>}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          <ExampleMarks example={example} />
        </p>
        <p className="text-muted text-xs">
          {origin && (
            <>
              From <ExamplePlace place={origin} /> ·{" "}
            </>
          )}
          version {version} by {author}, <RelativeTime at={updatedAt} />
          {uses > 0 && ` · in ${uses} ${uses === 1 ? "prompt" : "prompts"}`}
        </p>
      </div>
      <div>
        <Button data-opens aria-label={`Open: ${question}`} onClick={onOpen}>
          Open
        </Button>
      </div>
    </li>
  );
}

type Marked = Pick<ExampleView, "enabled" | "kind" | "source" | "demo" | "tools" | "tokens">;

/** Whether an example is on, whom it is for, where it comes from, and what it takes. */
export function ExampleMarks({
  example: { enabled, kind, source, demo, tools, tokens },
}: {
  example: Marked;
}) {
  return (
    <>
      <StatusLabel status={switchDisplay(enabled)} />
      <Badge>{KIND_LABELS[kind]}</Badge>
      <Badge>{SOURCE_LABELS[source]}</Badge>
      {demo && <Badge tone="amber">demo</Badge>}
      {tools.length > 0 && <Badge wraps>{tools.join(", ")}</Badge>}
      <span>{`about ${tokens} tokens`}</span>
    </>
  );
}

type Place = Pick<ExampleOrigin, "runId" | "mission" | "taskId">;

/** The run, at the task if there is one; the words alone for a run that was removed. */
export function ExamplePlace({ place }: { place: Place }) {
  if (place.mission === null) return runLabel(null);
  return (
    <Link href={taskHref(place)} className="wrap-anywhere text-ink underline underline-offset-2">
      {runLabel(place.mission)}
    </Link>
  );
}
