"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { routeAddress } from "@/lib/client/call";
import { byRoute, useAct } from "@/lib/client/mutation";
import { exampleQuery, queryKeys } from "@/lib/client/query";
import { hindranceWords } from "@/lib/core/describe/library";
import type { ExampleDetail } from "@/lib/core/examples/view";
import { keep, readKept } from "../ui/behavior/use-kept";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/links/button-link";
import { OlderEdits, StartsFrom } from "../ui/older-edits";
import { Drawer } from "../ui/overlay/dialog";
import { DrawerPart } from "../ui/overlay/drawer-part";
import { Problem } from "../ui/problem";
import { RelativeTime } from "../ui/relative-time";
import { Skeleton } from "../ui/skeleton";
import { typedOf } from "./example-fields";
import { ExampleForm } from "./example-form";
import { ExampleMarks, ExamplePlace } from "./example-row";
import { OUTCOME_LABELS, switchDisplay, workLabel } from "./labels";

type ExampleDrawerProps = { exampleId: string | undefined; onClose(): void };

/** One example with all that is known of it, and what can be changed. */
export function ExampleDrawer({ exampleId, onClose }: ExampleDrawerProps) {
  return (
    <Drawer title="Example" open={exampleId !== undefined} onOpenChange={(open) => !open && onClose()}>
      {exampleId !== undefined && <LoadedExample key={exampleId} exampleId={exampleId} />}
    </Drawer>
  );
}

function LoadedExample({ exampleId }: { exampleId: string }) {
  const { data: example, error } = useQuery(exampleQuery(exampleId));
  if (error)
    return (
      <Problem problem={{ message: "Could not load this example. Close it and try again.", issues: [] }} />
    );
  if (!example) return <Skeleton className="h-40" />;
  return (
    <div className="grid gap-5">
      <ExampleChanges detail={example} />
      <Uses detail={example} />
      <Versions detail={example} />
    </div>
  );
}

/** What the example says, with what can be done to it. A refused change keeps what was typed. */
function ExampleChanges({ detail }: { detail: ExampleDetail }) {
  const router = useRouter();
  /** What the edit that is under way began with: somebody else may change the example before it ends. */
  const [edited, setEdited] = useState<number>();
  const invalidates = [queryKeys.examples];
  const edit = useAct({ send: byRoute("POST /api/v1/examples/{id}"), invalidates });
  const turn = useAct({ send: byRoute("POST /api/v1/examples/{id}/switch"), invalidates });
  const { id: exampleId, version: expectedVersion, enabled, demo, example, origin } = detail;
  const on = { id: exampleId, expectedVersion };
  const busy = edit.pending !== undefined || turn.pending !== undefined;
  const keptAs = (version: number) => `example/${exampleId}/${version}`;
  if (edited !== undefined) {
    const end = () => {
      keep(keptAs(edited), undefined);
      setEdited(undefined);
    };
    const isKept = readKept(keptAs(edited)) !== undefined;
    const save = async (changed: Parameters<typeof edit.act>[0]["example"]) => {
      if (!(await edit.act({ ...on, example: changed }))) return;
      end();
      router.refresh();
    };
    return (
      <>
        <StartsFrom version={isKept ? edited : expectedVersion} newest={expectedVersion} />
        <ExampleForm
          begins={typedOf(example)}
          keptAs={keptAs(edited)}
          refusal={edit.problem}
          busy={busy}
          submitLabel="Save new version"
          onSubmit={(changed) => void save(changed)}
          onCancel={() => {
            edit.clear();
            end();
          }}
        />
      </>
    );
  }
  const toggle = async () => {
    if (await turn.act({ ...on, enabled: !enabled })) router.refresh();
  };
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere whitespace-pre-wrap font-medium">{detail.question}</p>
      {example.note && <p className="wrap-anywhere">{example.note}</p>}
      <p className="flex flex-wrap items-center gap-2 text-xs">
        <ExampleMarks example={detail} />
      </p>
      {demo && <p className="text-muted text-xs">From a demo run: used with simulated models only.</p>}
      {origin && (
        <p className="text-muted text-xs">
          From <ExamplePlace place={origin} />
          {origin.taskId !== null && `, ${origin.taskId}, attempt ${origin.attempt}`}
        </p>
      )}
      <Problem problem={turn.problem} />
      <div className="flex flex-wrap gap-2">
        <Button disabled={busy} onClick={() => setEdited(expectedVersion)}>
          {readKept(keptAs(expectedVersion)) === undefined ? "Edit" : "Continue editing"}
        </Button>
        <Button variant={enabled ? "danger" : "main"} disabled={busy} onClick={() => void toggle()}>
          {turn.pending ? "Saving…" : enabled ? "Switch off" : "Switch on"}
        </Button>
        <ButtonLink
          href={routeAddress("GET /api/v1/examples/export", { exampleId })}
          prefetch={false}
          download
        >
          Export
        </ButtonLink>
      </div>
      <OlderEdits
        keptAs={keptAs}
        versions={detail.versions.map(({ version }) => version).filter((one) => one !== expectedVersion)}
        onContinue={setEdited}
      />
      <Work detail={detail} />
    </div>
  );
}

function Work({ detail: { example } }: { detail: ExampleDetail }) {
  const { work, outcome, kind } = typedOf(example);
  return (
    <figure className="grid gap-1">
      <figcaption className="text-muted text-xs">
        {kind === "planner" ? "Plan" : `Steps · ${OUTCOME_LABELS[outcome]}`}
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="wrap-anywhere max-h-96 overflow-auto whitespace-pre-wrap rounded-lg border border-line bg-ground p-3 font-mono text-xs"
      >
        {work}
      </pre>
    </figure>
  );
}

function Uses({ detail: { usedBy, hindrances } }: { detail: ExampleDetail }) {
  return (
    <DrawerPart title="Shown to">
      {hindrances.length > 0 && (
        <ul aria-label="What keeps it out of prompts" className="mb-2 grid gap-1">
          {hindrances.map((one) => (
            <li key={one.code}>
              <span aria-hidden="true" className="text-amber">
                △{" "}
              </span>
              {hindranceWords(one)}
            </li>
          ))}
        </ul>
      )}
      {usedBy.length === 0 ? (
        <p className="text-muted">
          Not shown in any prompt yet.
          {hindrances.length === 0 &&
            " Runs whose settings use examples show it where their mission or a task shares two of its words, and no others fit better."}
        </p>
      ) : (
        <ul aria-label="Prompts that showed it" className="grid gap-2">
          {usedBy.map((use) => (
            <li key={`${use.runId} ${use.taskId} ${use.attempt} ${use.version} ${use.at}`}>
              <ExamplePlace place={use} />
              <span className="block text-muted text-xs">
                {workLabel(use)} · example version {use.version} · <RelativeTime at={use.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </DrawerPart>
  );
}

function Versions({ detail: { versions } }: { detail: ExampleDetail }) {
  return (
    <DrawerPart title="Versions">
      <ol className="grid gap-2">
        {versions.map(({ version, enabled, author, at }) => (
          <li key={version} className="text-muted text-xs">
            Version {version}, {switchDisplay(enabled).word}, by {author}, <RelativeTime at={at} />
          </li>
        ))}
      </ol>
    </DrawerPart>
  );
}
