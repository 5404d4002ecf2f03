"use client";

import dynamic from "next/dynamic";
import { formatUsd } from "@/lib/core/describe/amounts";
import type { JsonObject } from "@/lib/core/json";
import type { ToolFacts } from "@/lib/core/ports";
import { Badge } from "../ui/badge";
import { useUrlParam, useUrlText } from "../ui/behavior/use-url-param";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Drawer } from "../ui/overlay/dialog";
import { SearchInput } from "../ui/search-input";
import { PanelSkeleton } from "../ui/skeleton";

const PolicySimulator = dynamic(
  () => import("../policies/policy-simulator").then((room) => room.PolicySimulator),
  { ssr: false, loading: PanelSkeleton },
);

const CHANGES: Record<ToolFacts["sideEffects"], { word: string; tone: "plain" | "amber" }> = {
  none: { word: "changes nothing", tone: "plain" },
  read: { word: "reads", tone: "plain" },
  write: { word: "writes", tone: "amber" },
  external: { word: "acts outside", tone: "amber" },
};

/** Where a tool comes from, by what it says of itself. */
const originOf = ({ definition, name, tags }: ToolFacts): string =>
  definition !== undefined
    ? `MCP server ${name.split("__", 1)[0]}`
    : tags.includes("simulated")
      ? "Simulated"
      : "Built in";

/** Every tool of the workspace, and whether it may be called. */
export function ToolsScreen({ tools }: { tools: readonly ToolFacts[] }) {
  const [text, setText] = useUrlText("q");
  const [tested, setTested] = useUrlParam("test");
  const wanted = text.trim().toLowerCase();
  const shown = tools.filter(({ name, description, tags }) =>
    [name, description, ...tags].some((one) => one.toLowerCase().includes(wanted)),
  );
  const tool = tools.find(({ name }) => name === tested);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 max-w-prose text-muted">
          What agents may be given. Policies decide on each call.
        </p>
        <SearchInput label="Search tools" value={text} onChange={setText} className="w-full sm:max-w-64" />
      </div>
      {shown.length === 0 ? (
        <EmptyState title={tools.length === 0 ? "No tools" : "No tools match the search"} />
      ) : (
        <ul aria-label="Tools" className="overflow-hidden rounded-xl border border-line bg-panel shadow-card">
          {shown.map((one) => (
            <ToolRow key={one.name} tool={one} onTest={() => setTested(one.name, "push")} />
          ))}
        </ul>
      )}
      <Drawer
        title="May this be called?"
        description="By everything in force in this workspace. Nothing is executed."
        open={tool !== undefined}
        onOpenChange={(open) => open || setTested(undefined)}
      >
        {tool && <PolicySimulator key={tool.name} tools={[tool]} firstRole="agent" overrides={{}} />}
      </Drawer>
    </>
  );
}

function costWords(costHint: number | undefined): string {
  if (costHint === undefined) return "cost not stated";
  return costHint === 0 ? "free" : `about ${formatUsd(costHint)} a call`;
}

function ToolRow({ tool, onTest }: { tool: ToolFacts; onTest(): void }) {
  const { name, description, sideEffects, idempotent, costHint, tags, inputSchema, outputSchema } = tool;
  const { word, tone } = CHANGES[sideEffects];
  const changes = sideEffects === "write" || sideEffects === "external";
  return (
    <li className="grid gap-1.5 border-line border-b px-4 py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
      <div className="grid min-w-0 gap-1.5">
        <h2 className="wrap-anywhere font-medium font-mono text-sm">{name}</h2>
        <p className="wrap-anywhere line-clamp-3 text-muted">{description}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          <Badge tone={tone}>{word}</Badge>
          {changes && !idempotent && <Badge tone="amber">never repeated unasked</Badge>}
          <Badge>{originOf(tool)}</Badge>
          {tags.length > 0 && <Badge wraps>{tags.join(", ")}</Badge>}
          <span>{costWords(costHint)}</span>
        </p>
        <details className="min-w-0 text-xs">
          <summary className="cursor-pointer text-muted leading-6">Schemas</summary>
          <div className="mt-1 grid gap-2">
            <Schema label={`Arguments of ${name}`} title="Arguments" schema={inputSchema} />
            {outputSchema && <Schema label={`Result of ${name}`} title="Result" schema={outputSchema} />}
          </div>
        </details>
      </div>
      <div>
        <Button data-opens aria-label={`Test policy: may ${name} be called?`} onClick={onTest}>
          Test policy
        </Button>
      </div>
    </li>
  );
}

function Schema({ label, title, schema }: { label: string; title: string; schema: JsonObject }) {
  return (
    <figure aria-label={label} className="grid gap-1">
      <figcaption className="text-muted">{title}</figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="wrap-anywhere max-h-80 overflow-auto whitespace-pre-wrap rounded-lg border border-line bg-ground p-3 font-mono"
      >
        {JSON.stringify(schema, null, 2)}
      </pre>
    </figure>
  );
}
