"use client";

import dynamic from "next/dynamic";
import { routeAddress } from "@/lib/client/call";
import type { ExampleView } from "@/lib/core/examples/view";
import { EXAMPLE_KINDS } from "@/lib/core/examples/words";
import type { Page } from "@/lib/core/views";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links/button-link";
import { FilterLinks } from "../ui/links/filter-links";
import { addressOf, EXAMPLE_PARAM, type LibraryView } from "./address";
import { ExampleRow } from "./example-row";
import { ImportExamples } from "./import-examples";
import { KIND_LABELS } from "./labels";

const ExampleDrawer = dynamic(() => import("./example-drawer").then((room) => room.ExampleDrawer), {
  ssr: false,
});

/** The examples of the workspace: how work was done before, for the prompts of similar work. */
export function ExamplesScreen({ view, page }: { view: LibraryView; page: Page<ExampleView> }) {
  const { items, nextCursor } = page;
  const [openId, setOpenId] = useUrlParam(EXAMPLE_PARAM);
  const actions = (
    <>
      {items.length > 0 && (
        <ButtonLink href={exportHref(view)} prefetch={false} download>
          Export
        </ButtonLink>
      )}
      <ImportExamples />
    </>
  );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 text-muted">
          How work was done. Planners and agents are shown those that fit, while they are on.
        </p>
        <div data-acts className="flex flex-wrap gap-2">
          {actions}
        </div>
      </div>
      <Filters view={view} />
      {items.length === 0 ? (
        <NoExamples view={view} />
      ) : (
        <ol
          aria-label="Examples"
          className="overflow-hidden rounded-xl border border-line bg-panel shadow-card"
        >
          {items.map((example) => (
            <ExampleRow key={example.id} example={example} onOpen={() => setOpenId(example.id, "push")} />
          ))}
        </ol>
      )}
      {nextCursor && (
        <ButtonLink className="justify-self-start" href={addressOf({ ...view, cursor: nextCursor })}>
          Older examples
        </ButtonLink>
      )}
      <ExampleDrawer exampleId={openId} onClose={() => setOpenId(undefined)} />
    </>
  );
}

const exportHref = ({ kind }: LibraryView): string => routeAddress("GET /api/v1/examples/export", { kind });

function NoExamples({ view: { kind, status, cursor } }: { view: LibraryView }) {
  if (kind === undefined && status === undefined && cursor === undefined) {
    return (
      <EmptyState title="No examples yet">
        Promote a finished run or an attempt of an agent, or import examples from a file.
      </EmptyState>
    );
  }
  const all = <ButtonLink href={addressOf({})}>Show all</ButtonLink>;
  return <EmptyState title="No examples match the filter" action={all} />;
}

function Filters({ view }: { view: LibraryView }) {
  const { kind, status } = view;
  return (
    <FilterLinks
      label="Filter examples"
      links={[
        ...[undefined, ...EXAMPLE_KINDS].map((one) => ({
          href: addressOf({ kind: one, status }),
          label: one === undefined ? "All" : KIND_LABELS[one],
          isCurrent: one === kind,
        })),
        ...(["on", "off"] as const).map((one) => ({
          href: addressOf({ kind, status: one === status ? undefined : one }),
          label: one === "on" ? "On" : "Off",
          isCurrent: one === status,
        })),
      ]}
    />
  );
}
