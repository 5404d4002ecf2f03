"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import type { ExampleView } from "@/lib/core/examples/view";
import { EXAMPLE_KINDS } from "@/lib/core/examples/words";
import type { Page } from "@/lib/core/views";
import { ButtonLink } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { PageHeader } from "../ui/page-header";
import { useUrlParam } from "../ui/use-url-param";
import { addressOf, EXAMPLE_PARAM, type LibraryView } from "./address";
import { ExampleRow } from "./example-row";
import { ImportExamples } from "./import-examples";
import { KIND_LABELS } from "./labels";

const ExampleDrawer = dynamic(() => import("./example-drawer").then((room) => room.ExampleDrawer), {
  ssr: false,
});

/** The examples of the workspace: how work was done before, for the prompts of similar work. */
export function LibraryScreen({ view, page }: { view: LibraryView; page: Page<ExampleView> }) {
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
      <PageHeader title="Library" actions={actions}>
        Examples of how work was done. Planners and agents are shown those that fit, while they are on.
      </PageHeader>
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

const exportHref = ({ kind }: LibraryView): string => `/api/v1/examples/export${kind ? `?kind=${kind}` : ""}`;

function NoExamples({ view: { kind, status, cursor } }: { view: LibraryView }) {
  if (kind === undefined && status === undefined && cursor === undefined) {
    return (
      <EmptyState title="No examples yet">
        Promote a finished run or an attempt of an agent, or import examples from a file.
      </EmptyState>
    );
  }
  const all = <ButtonLink href="/library">Show all</ButtonLink>;
  return <EmptyState title="No examples match the filter" action={all} />;
}

function Filters({ view }: { view: LibraryView }) {
  const { kind, status } = view;
  return (
    <nav aria-label="Filter examples">
      <ul className="flex flex-wrap gap-1.5">
        {[undefined, ...EXAMPLE_KINDS].map((one) => (
          <FilterLink key={one ?? "all"} href={addressOf({ kind: one, status })} isCurrent={one === kind}>
            {one === undefined ? "All" : KIND_LABELS[one]}
          </FilterLink>
        ))}
        {(["on", "off"] as const).map((one) => (
          <FilterLink
            key={one}
            href={addressOf({ kind, status: one === status ? undefined : one })}
            isCurrent={one === status}
          >
            {one === "on" ? "On" : "Off"}
          </FilterLink>
        ))}
      </ul>
    </nav>
  );
}

type FilterLinkProps = { href: string; isCurrent: boolean; children: string };

function FilterLink({ href, isCurrent, children }: FilterLinkProps) {
  return (
    <li>
      <Link
        href={href}
        aria-current={isCurrent ? "true" : undefined}
        className={`inline-flex min-h-8 items-center rounded-full border px-3 ${
          isCurrent
            ? "border-ink bg-ink text-ground"
            : "border-line bg-panel text-muted hover:border-edge hover:text-ink"
        }`}
      >
        {children}
      </Link>
    </li>
  );
}
