"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { issuesIn, type RouteInput, routeAddress } from "@/lib/client/call";
import { byRoute } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { formatCounted } from "@/lib/core/describe/amounts";
import type { ExampleProblem } from "@/lib/core/examples/problems";
import type { ExampleView } from "@/lib/core/examples/view";
import { EXAMPLE_KINDS } from "@/lib/core/examples/words";
import { MAX_IMPORT_CHARS } from "@/lib/core/inputs/limits";
import type { Page } from "@/lib/core/views";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links/button-link";
import { FilterLinks } from "../ui/links/filter-links";
import { ItemList } from "../ui/links/item-list";
import { ImportDialog } from "../ui/overlay/import-dialog";
import { useToast } from "../ui/overlay/toast";
import { ExampleRow } from "./example-row";
import { EXAMPLE_PARAM, EXAMPLES_PATH, KIND_LABELS } from "./labels";

const ExampleDrawer = dynamic(() => import("./example-drawer").then((room) => room.ExampleDrawer), {
  ssr: false,
});

type ExamplesScreenProps = { view: RouteInput<"GET /api/v1/examples">; page: Page<ExampleView> };

/** The examples of the workspace: how work was done before, for the prompts of similar work. */
export function ExamplesScreen({ view, page }: ExamplesScreenProps) {
  const [openId, setOpenId] = useUrlParam(EXAMPLE_PARAM);
  const { kind } = view;
  const none = (
    <EmptyState title="No examples yet">
      Promote a finished run or an attempt of an agent, or import examples from a file.
    </EmptyState>
  );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 text-muted">
          How work was done. Planners and agents are shown those that fit, while they are on.
        </p>
        <div data-acts className="flex flex-wrap gap-2">
          {page.items.length > 0 && (
            <ButtonLink
              href={routeAddress("GET /api/v1/examples/export", { kind })}
              prefetch={false}
              download
            >
              Export
            </ButtonLink>
          )}
          <ImportExamples />
        </div>
      </div>
      <FilterLinks label="Filter examples" path={EXAMPLES_PATH} view={view} groups={FILTERS} />
      <ItemList label="Examples" things="examples" path={EXAMPLES_PATH} view={view} page={page} none={none}>
        {(example) => (
          <ExampleRow key={example.id} example={example} onOpen={() => setOpenId(example.id, "push")} />
        )}
      </ItemList>
      <ExampleDrawer exampleId={openId} onClose={() => setOpenId(undefined)} />
    </>
  );
}

const FILTERS = [
  { name: "kind", all: "All", choices: EXAMPLE_KINDS.map((kind) => [kind, KIND_LABELS[kind]] as const) },
  {
    name: "status",
    choices: [
      ["on", "On"],
      ["off", "Off"],
    ],
  },
] as const;

/** Brings examples from elsewhere. All of them are taken, or none. */
function ImportExamples() {
  const toast = useToast();
  const router = useRouter();
  return (
    <ImportDialog
      title="Import examples"
      description="JSON: one example, a list, or a list few_shot_examples. All of them are taken, or none."
      label="Examples"
      fileLabel="File of examples"
      placeholder='[{"query": "…", "steps": […], "outcome": "answer_complete"}]'
      maxChars={MAX_IMPORT_CHARS}
      words={{ open: "Import", send: "Import", sending: "Importing…" }}
      send={byRoute("POST /api/v1/examples/import")}
      invalidates={[queryKeys.examples]}
      issuesOf={({ details }) => issueLines(issuesIn<ExampleProblem>(details))}
      onTaken={({ added, known }) => {
        const text = known > 0 && { text: knownText(known) };
        toast({ title: addedText(added), tone: "ok", icon: "✓", ...text });
        router.refresh();
      }}
    />
  );
}

const issueLines = (issues: readonly ExampleProblem[]): string[] =>
  issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));

const addedText = (n: number): string =>
  n === 0 ? "No new examples" : formatCounted(n, "example added", "examples added");
const knownText = (n: number): string =>
  n === 1 ? "1 is in the library already." : `${n} are in the library already.`;
