"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import { lessonQuery, queryKeys } from "@/lib/client/query";
import { formatUsd } from "@/lib/core/describe/amounts";
import type { LessonDetail, LessonUse, RunTally } from "@/lib/core/lessons/view";
import { usePageAct } from "../ui/behavior/use-page-act";
import { Button } from "../ui/button";
import { Drawer } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import { DrawerPart } from "../ui/overlay/drawer-part";
import { Problem } from "../ui/problem";
import { RelativeTime } from "../ui/relative-time";
import { Skeleton } from "../ui/skeleton";
import { LESSON_STATUS_DISPLAY, runLabel, SOURCE_LABELS, useLabel } from "./labels";
import { LessonFields, readLessonFields } from "./lesson-fields";
import { LessonMarks } from "./lesson-row";
import { OriginLink } from "./origin-link";

type LessonDrawerProps = { lessonId: string | undefined; onClose(): void };

/** One lesson with all that is known of it, and what can be decided about it. */
export function LessonDrawer({ lessonId, onClose }: LessonDrawerProps) {
  return (
    <Drawer title="Lesson" open={lessonId !== undefined} onOpenChange={(open) => !open && onClose()}>
      {lessonId !== undefined && <LoadedLesson key={lessonId} lessonId={lessonId} />}
    </Drawer>
  );
}

function LoadedLesson({ lessonId }: { lessonId: string }) {
  const { data: lesson, error } = useQuery(lessonQuery(lessonId));
  if (error)
    return (
      <Problem problem={{ message: "Could not load this lesson. Close it and try again.", issues: [] }} />
    );
  if (!lesson) return <Skeleton className="h-40" />;
  return (
    <div className="grid gap-5">
      <LessonDecisions lesson={lesson} />
      <Effect lesson={lesson} />
      <Uses lesson={lesson} />
      <Origins lesson={lesson} />
      <Versions lesson={lesson} />
    </div>
  );
}

const invalidates = [queryKeys.lessons];

/** The lesson's text with what can be done to it. */
function LessonDecisions({ lesson }: { lesson: LessonDetail }) {
  const [isEdited, setEdited] = useState(false);
  const acceptance = usePageAct({ send: byRoute("POST /api/v1/lessons/{id}/accept"), invalidates });
  const revocation = usePageAct({ send: byRoute("POST /api/v1/lessons/{id}/revoke"), invalidates });
  const { id, version: expectedVersion, text, status, demo } = lesson;
  const on = { id, expectedVersion };
  const busy = acceptance.pending !== undefined || revocation.pending !== undefined;
  const problem = acceptance.problem ?? revocation.problem;
  if (isEdited) return <LessonEdit lesson={lesson} onClose={() => setEdited(false)} />;
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere font-medium">{text}</p>
      <p className="flex flex-wrap items-center gap-2 text-xs">
        <LessonMarks lesson={lesson} />
      </p>
      {demo && <p className="text-muted text-xs">Learned from demo runs: used with simulated models only.</p>}
      <Problem problem={problem} />
      <div className="flex flex-wrap gap-2">
        {status !== "accepted" && (
          <Button variant="main" disabled={busy} onClick={() => void acceptance.act(on)}>
            {acceptance.pending ? "Accepting…" : status === "revoked" ? "Accept again" : "Accept"}
          </Button>
        )}
        <Button
          disabled={busy}
          onClick={() => {
            acceptance.clear();
            revocation.clear();
            setEdited(true);
          }}
        >
          Edit
        </Button>
        {status !== "revoked" && (
          <Button variant="danger" disabled={busy} onClick={() => void revocation.act(on)}>
            {revocation.pending ? "Revoking…" : "Revoke"}
          </Button>
        )}
      </div>
    </div>
  );
}

type LessonEditProps = { lesson: LessonDetail; onClose(): void };

/** The next version of a lesson. A refused one keeps what was typed. */
function LessonEdit({ lesson, onClose }: LessonEditProps) {
  const { id, version: expectedVersion, text, tags } = lesson;
  const [draft, setDraft] = useState({ text, tags: tags.join(", ") });
  const { act, pending, problem } = usePageAct({ send: byRoute("POST /api/v1/lessons/{id}"), invalidates });
  const { input, error } = readLessonFields(draft);
  const submit = async () => {
    if (error !== undefined) return;
    if (await act({ id, expectedVersion, ...input })) onClose();
  };
  return (
    <DialogForm
      onSend={submit}
      action={pending ? "Saving…" : "Save new version"}
      isBusy={pending !== undefined}
      problem={problem}
      onCancel={onClose}
    >
      <LessonFields fields={draft} onChange={setDraft} error={error} />
    </DialogForm>
  );
}

/** What runs came to without the lesson and with it, side by side; nothing while there is nothing to compare. */
function Effect({ lesson: { effect } }: { lesson: LessonDetail }) {
  const { without, shown } = effect;
  if (without.runs === 0 || shown.runs === 0) return null;
  const rows: [string, (tally: RunTally) => string][] = [
    ["Runs with a replan", ({ replanned, runs }) => `${replanned} of ${runs}`],
    ["Replans in all", ({ replans }) => String(replans)],
    ["Completed", ({ completed, runs }) => `${completed} of ${runs}`],
    ["Cost of a run", ({ meanCostMicroUsd: cost }) => formatUsd(cost === null ? null : cost / 1e6)],
  ];
  return (
    <DrawerPart title="Runs without it and with it">
      <table className="w-full text-left" aria-label="Runs without it and with it">
        <thead className="text-muted text-xs">
          <tr>
            <td />
            <th scope="col" className="font-normal">
              Before
            </th>
            <th scope="col" className="font-normal">
              With the lesson
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, format]) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-1 font-normal text-muted">
                {name}
              </th>
              <td className="font-medium">{format(without)}</td>
              <td className="font-medium">{format(shown)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-muted text-xs">
        Before: runs that proposed it without having seen it. Other things may have differed as well.
      </p>
    </DrawerPart>
  );
}

function Uses({ lesson: { usedBy, status } }: { lesson: LessonDetail }) {
  return (
    <DrawerPart title={status === "revoked" ? "Shown to, before it was revoked" : "Shown to"}>
      {usedBy.length === 0 ? (
        <p className="text-muted">Not shown in any prompt yet.</p>
      ) : (
        <ul aria-label="Prompts that showed it" className="grid gap-2">
          {usedBy.map((use) => (
            <li key={`${use.runId} ${use.role} ${use.version} ${use.at}`}>
              <UseLine use={use} />
            </li>
          ))}
        </ul>
      )}
    </DrawerPart>
  );
}

function UseLine({ use }: { use: LessonUse }) {
  return (
    <>
      {use.mission === null ? (
        runLabel(null)
      ) : (
        <Link
          href={`/runs/${encodeURIComponent(use.runId)}`}
          className="wrap-anywhere underline underline-offset-2"
        >
          {runLabel(use.mission)}
        </Link>
      )}
      <span className="block text-muted text-xs">
        {useLabel(use)} · lesson version {use.version} · <RelativeTime at={use.at} />
      </span>
    </>
  );
}

function Origins({ lesson: { origins, proposals } }: { lesson: LessonDetail }) {
  return (
    <DrawerPart title={proposals > 1 ? `Proposed ${proposals} times` : "Proposed by"}>
      <ul aria-label="Where it comes from" className="grid gap-2">
        {origins.map((origin) => (
          <li key={`${origin.runId} ${origin.subject}`}>
            <OriginLink origin={origin} />
            <span className="block text-muted text-xs">
              {SOURCE_LABELS[origin.source]}
              {origin.runId !== null && origin.by !== null && ` by ${origin.by}`} ·{" "}
              <RelativeTime at={origin.at} />
            </span>
          </li>
        ))}
        {origins.length === 0 && <li className="text-muted">The runs it came from have been removed.</li>}
      </ul>
    </DrawerPart>
  );
}

function Versions({ lesson: { versions } }: { lesson: LessonDetail }) {
  return (
    <DrawerPart title="Versions">
      <ol className="grid gap-2">
        {versions.map(({ version, text, status, author, at }, index) => (
          <li key={version}>
            <span className="text-muted text-xs">
              Version {version}, {LESSON_STATUS_DISPLAY[status].word}, by {author}, <RelativeTime at={at} />
            </span>
            {text !== versions[index + 1]?.text && <span className="wrap-anywhere block">{text}</span>}
          </li>
        ))}
      </ol>
    </DrawerPart>
  );
}
