"use client";

import type { McpServerView } from "@/lib/core/mcp";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { RelativeTime } from "../../ui/moment";
import { Problem } from "../../ui/problem";
import { StatusLabel } from "../../ui/status-word";
import { RemoveDialog } from "../models/remove-dialog";
import { useChange } from "../models/use-change";
import { ServerTools } from "./server-tools";
import type { McpActions } from "./types";
import { serverStatusDisplay } from "./words";

type ServerCardProps = { server: McpServerView; actions: McpActions; onChange(): void };

/** One server: how it stands and why, how it is reached, and its tools. */
export function ServerCard({ server, actions, onChange }: ServerCardProps) {
  const { name, problem: failure } = server;
  const { problem, pending, change } = useChange();
  const test = () =>
    change(
      () => actions.test(name),
      () => undefined,
    );
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <ServerFacts server={server} />
        <div className="flex flex-wrap gap-2">
          <Button size="small" aria-label={`Test ${name}`} disabled={pending} onClick={test}>
            {pending ? "Connecting…" : "Test"}
          </Button>
          <Button size="small" aria-label={`Change ${name}`} onClick={onChange}>
            Change
          </Button>
          <RemoveDialog name={name} title={`Remove the server ${name}?`} remove={() => actions.remove(name)}>
            Its tools and its secrets go with it. Running missions that call one of its tools are told that
            there is no such tool.
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
      <ServerTools server={server} setTool={actions.setTool} />
    </li>
  );
}

function ServerFacts({ server }: { server: McpServerView }) {
  const { name, transport, command, args, url, secretNames, allowPrivate, stateAtMs } = server;
  const location = transport === "stdio" ? [command, ...args].join(" ") : url;
  const kind = transport === "stdio" ? "Variables" : "Headers";
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="break-all font-medium">{name}</span>
        <span className="text-muted">{transport === "stdio" ? "program on this machine" : "address"}</span>
        {allowPrivate && <Badge tone="amber">own network allowed</Badge>}
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
