"use client";

import { byRoute } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import type { LessonView } from "@/lib/core/lessons/view";
import { Badge } from "../ui/badge";
import { usePageAct } from "../ui/behavior/use-page-act";
import { Button } from "../ui/button";
import { Problem } from "../ui/problem";
import { RelativeTime } from "../ui/relative-time";
import { StatusLabel } from "../ui/status-label";
import { LESSON_STATUS_DISPLAY, SOURCE_LABELS } from "./labels";
import { OriginLink } from "./origin-link";

type LessonRowProps = { lesson: LessonView; onOpen(): void };

/** A lesson in the list: what it says, where it comes from, and the way to accept it. */
export function LessonRow({ lesson, onOpen }: LessonRowProps) {
  const { id, version, text, status, author, updatedAt, proposals, uses, origins } = lesson;
  const { act, pending, problem } = usePageAct({
    send: byRoute("POST /api/v1/lessons/{id}/accept"),
    invalidates: [queryKeys.lessons],
  });
  const label = pending ? "Accepting…" : "Accept";
  const [origin] = origins.filter(({ runId }) => runId !== null);
  return (
    <li className="grid gap-1.5 border-line border-b px-4 py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
      <div className="grid min-w-0 gap-1">
        <p className="wrap-anywhere font-medium">{text}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          <LessonMarks lesson={lesson} />
        </p>
        <p className="text-muted text-xs">
          {origin && (
            <>
              From <OriginLink origin={origin} /> ·{" "}
            </>
          )}
          version {version} by {author}, <RelativeTime at={updatedAt} />
          {proposals > 1 && ` · proposed ${proposals} times`}
          {uses > 0 && ` · in ${uses} ${uses === 1 ? "prompt" : "prompts"}`}
        </p>
        {problem && <Problem problem={problem} />}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {status === "proposed" && (
          <Button
            variant="main"
            disabled={pending !== undefined}
            aria-label={`${label}: ${text}`}
            onClick={() => void act({ id, expectedVersion: version })}
          >
            {label}
          </Button>
        )}
        <Button data-opens aria-label={`Open: ${text}`} onClick={onOpen}>
          Open
        </Button>
      </div>
    </li>
  );
}

/** Where a lesson stands, where it comes from, and what it is about. */
export function LessonMarks({ lesson }: { lesson: Pick<LessonView, "status" | "source" | "demo" | "tags"> }) {
  const { status, source, demo, tags } = lesson;
  return (
    <>
      <StatusLabel status={LESSON_STATUS_DISPLAY[status]} />
      <Badge>{SOURCE_LABELS[source]}</Badge>
      {demo && <Badge tone="amber">demo</Badge>}
      {tags.map((tag) => (
        <Badge key={tag} wraps>
          {tag}
        </Badge>
      ))}
    </>
  );
}
