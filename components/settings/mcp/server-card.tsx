"use client";

import type { ReactNode } from "react";
import { call } from "@/lib/client/call";
import { byRoute } from "@/lib/client/mutation";
import { formatCount, formatCounted } from "@/lib/core/describe/amounts";
import type { McpServerView, McpToolView, WaitingToolView } from "@/lib/core/mcp";
import { changedParts } from "@/lib/core/mcp/pinned";
import { elideText } from "@/lib/core/text";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Select } from "../../ui/field";
import { Problem } from "../../ui/problem";
import { RelativeTime } from "../../ui/relative-time";
import { StatusLabel } from "../../ui/status-label";
import { RemoveDialog } from "../remove-dialog";
import { useChange } from "../use-change";
import {
  choiceOf,
  EFFECT_CHOICES,
  effectsLabel,
  effectsOf,
  serverStatusDisplay,
  TOOL_PART_LABELS,
} from "./labels";

type ToolRowProps = {
  server: string;
  tool: McpToolView;
  /** The server shows it otherwise now, and nobody has accepted that. */
  isChanged: boolean;
};

type WaitingToolProps = { server: string; tool: WaitingToolView };
type ToolPartChangeProps = { label: string; before?: unknown; after: unknown; children?: ReactNode };

type ServerCardProps = { server: McpServerView; onChange(): void };

/** One server: how it stands and why, how it is reached, and its tools. */
export function ServerCard({ server, onChange }: ServerCardProps) {
  const { name, problem: failure } = server;
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/mcp-servers/{name}/test"));
  const label = pending ? "Connecting…" : "Test";
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <ServerFacts server={server} />
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            aria-label={`${label} ${name}`}
            disabled={pending}
            onClick={() => void change({ name })}
          >
            {label}
          </Button>
          <Button size="small" aria-label={`Edit ${name}`} onClick={onChange}>
            Edit
          </Button>
          <RemoveDialog
            name={name}
            title={`Remove the server ${name}?`}
            remove={(key) => call("POST /api/v1/mcp-servers/{name}/remove", { name }, { key })}
          >
            This also removes its tools and secrets. Running missions that call its tools get an “unknown
            tool” error.
          </RemoveDialog>
        </div>
      </div>
      <div role="status" className="empty:sr-only">
        {failure !== null && !pending && (
          <p className="break-words text-bad text-xs">
            <span aria-hidden="true">✕ </span>
            {failure}
          </p>
        )}
      </div>
      {problem && <Problem problem={problem} />}
      <ServerTools server={server} />
      {/* Below the tools, which somebody may read while the answer to a test comes. */}
      <WaitingTools server={server} />
    </li>
  );
}

function ServerFacts({ server }: { server: McpServerView }) {
  const { name, transport, command, args, url, secretNames, allowPrivate, stateAtMs } = server;
  const location = transport === "stdio" ? [command, ...args].join(" ") : url;
  const kind = transport === "stdio" ? "Variables" : "Headers";
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="flex flex-wrap items-center gap-2">
        <span className="break-all font-medium">{name}</span>
        <span className="text-muted">{transport === "stdio" ? "local program" : "remote URL"}</span>
        {allowPrivate && <Badge tone="amber">private network allowed</Badge>}
      </p>
      <p className="break-all font-mono text-muted text-xs">{location}</p>
      <p className="text-muted text-xs">
        <StatusLabel status={serverStatusDisplay(server)} />
        {stateAtMs !== null && (
          <>
            {", "}
            <RelativeTime at={stateAtMs} />
          </>
        )}
        {server.server && ` · ${server.server}`}
        {secretNames.length > 0 && ` · ${kind}: ${secretNames.join(", ")}`}
      </p>
    </div>
  );
}

/** What the server shows and nobody has accepted, each beside what holds until then. */
function WaitingTools({ server }: { server: McpServerView }) {
  if (server.waiting.length === 0) return null;
  return (
    <section aria-label={`Tool changes of ${server.name}`} className="rounded-lg border border-amber/50">
      <p className="px-3 py-2">
        <span aria-hidden="true" className="text-amber">
          △{" "}
        </span>
        <span className="font-medium">{server.name} changed its tools.</span> Until you accept a change, calls
        of that tool ask for approval, and new tools are not used.
      </p>
      <ul className="divide-y divide-line border-line border-t">
        {server.waiting.map((tool) => (
          <WaitingTool key={tool.ownName} server={server.name} tool={tool} />
        ))}
      </ul>
    </section>
  );
}

function WaitingTool({ server, tool }: WaitingToolProps) {
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/mcp-servers/{name}/tools/accept"));
  const { name, ownName, digest, held, shown } = tool;
  const label = pending ? "Accepting…" : "Accept";
  const acceptShown = () => void change({ name: server, tool: ownName, digest });
  return (
    <li className="grid gap-2 px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="break-all font-mono text-xs">{name}</span>
          <Badge tone="amber">{held ? "changed" : "new"}</Badge>
          <span className="text-muted text-xs">{effectsLabel(tool)}</span>
        </p>
        <Button size="small" aria-label={`${label} ${ownName}`} disabled={pending} onClick={acceptShown}>
          {label}
        </Button>
      </div>
      {held ? (
        changedParts(held, shown).map((part) => (
          <ToolPartChange key={part} label={TOOL_PART_LABELS[part]} before={held[part]} after={shown[part]} />
        ))
      ) : (
        <ToolPartChange label="Input schema" after={shown.inputSchema}>
          <p className="break-words text-muted text-xs">{shown.description || "No description."}</p>
        </ToolPartChange>
      )}
      {problem && <Problem problem={problem} />}
    </li>
  );
}

function ToolPartChange({ label, before, after, children }: ToolPartChangeProps) {
  return (
    <div className="grid gap-1">
      {children}
      <p className="text-muted text-xs">{label}</p>
      {before !== undefined && <ToolPartText sign="−" part={before} />}
      <ToolPartText sign="+" part={after} />
    </div>
  );
}

function ToolPartText({ sign, part }: { sign: "−" | "+"; part: unknown }) {
  const text = typeof part === "string" ? part : JSON.stringify(part ?? null, null, 2);
  return (
    <pre className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded bg-raised px-2 py-1 font-mono text-xs">
      <span className="sr-only">{sign === "+" ? "Now: " : "Before: "}</span>
      <span aria-hidden="true">{sign} </span>
      {text}
    </pre>
  );
}

/** The tools of a server in a fold, with what each counts as; an administrator's word wins over the server's. */
function ServerTools({ server }: { server: McpServerView }) {
  const { tools, leftOut, waiting, name } = server;
  const changed = new Set(waiting.flatMap(({ ownName, held }) => (held ? [ownName] : [])));
  if (tools.length + leftOut.length === 0) return null;
  return (
    <details className="rounded-lg border border-line">
      <summary className="cursor-pointer px-3 py-2 font-medium">
        {formatCounted(tools.length, "tool", "tools")}
        {leftOut.length > 0 && <span className="text-muted"> · {leftOut.length} skipped</span>}
      </summary>
      <p className="border-line border-t px-3 py-2 text-muted text-xs">
        Side effects are as declared by {name} unless you override them. Undeclared tools are treated as
        external and non-repeatable. Policies can match them by the tags{" "}
        <span className="font-mono">mcp</span> and <span className="font-mono">mcp:{name}</span>.
      </p>
      <ul className="divide-y divide-line border-line border-t">
        {tools.map((tool) => (
          <ToolRow key={tool.ownName} server={name} tool={tool} isChanged={changed.has(tool.ownName)} />
        ))}
        {leftOut.map(({ name: tool, reason }) => (
          <li key={`${tool} ${reason}`} className="px-3 py-2 text-muted text-xs">
            <span className="break-all font-mono">{tool}</span> was skipped: {reason}.
          </li>
        ))}
      </ul>
    </details>
  );
}

function ToolRow({ server, tool, isChanged }: ToolRowProps) {
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/mcp-servers/{name}/tools"));
  const { ownName, name, description, tags, overridden, unchecked } = tool;
  const choose = (choice: string) => void change({ name: server, tool: ownName, ...effectsOf(choice) });
  return (
    <li className="grid gap-2 px-3 py-2 md:grid-cols-[1fr_15rem] md:items-start md:gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="break-all font-mono text-xs">{name}</span>
          {tags.includes("network") && <Badge>network</Badge>}
          {overridden && <Badge tone="amber">overridden</Badge>}
          {isChanged && <Badge tone="amber">change to accept below</Badge>}
        </p>
        <Description text={description} />
        {unchecked.length > 0 && (
          <p className="break-words text-muted text-xs">
            Left to the server to check: {unchecked.join("; ")}.
          </p>
        )}
      </div>
      <div className="grid gap-1">
        <Select
          aria-label={`Side effects of ${ownName}`}
          value={overridden ? choiceOf(tool) : ""}
          disabled={pending}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{overridden ? "Server default" : `Server default: ${effectsLabel(tool)}`}</option>
          {EFFECT_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {problem && <Problem problem={problem} />}
      </div>
    </li>
  );
}

/** About three lines of a phone. */
const DESCRIPTION_CHARS = 160;

/** What a server says of a tool, which agents read in full: its beginning, and the rest where it is asked for. */
function Description({ text }: { text: string }) {
  const start = elideText(text, DESCRIPTION_CHARS);
  if (start === text || text === "")
    return <p className="break-words text-muted text-xs">{text || "No description."}</p>;
  return (
    <details className="group text-muted text-xs">
      <summary className="cursor-pointer break-words">
        <span className="group-open:hidden">{start} </span>
        <span className="underline underline-offset-2">
          <span className="group-open:hidden">Show all {formatCount(text.length)} characters</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p className="mt-1 whitespace-pre-wrap break-words">{text}</p>
    </details>
  );
}
