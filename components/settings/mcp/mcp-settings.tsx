"use client";

import { useState } from "react";
import type { McpServerView } from "@/lib/core/mcp";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { ServerCard } from "./server-card";
import { ServerForm } from "./server-form";
import type { McpActions } from "./types";

type McpSettingsProps = { servers: readonly McpServerView[]; actions: McpActions };

/** The MCP servers whose tools missions may use. */
export function McpSettings({ servers, actions }: McpSettingsProps) {
  const [edited, setEdited] = useState<McpServerView | "new">();
  return (
    <Card
      title="MCP servers"
      aside={
        <Button size="small" onClick={() => setEdited("new")}>
          Add a server
        </Button>
      }
    >
      {servers.length === 0 ? (
        <EmptyState
          title="No server yet"
          action={
            <Button look="main" onClick={() => setEdited("new")}>
              Add a server
            </Button>
          }
        >
          A server of the Model Context Protocol brings tools: for files, a database, an issue tracker. Its
          tools stand beside the built-in ones, under your policies.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {servers.map((server) => (
            <ServerCard
              key={server.name}
              server={server}
              actions={actions}
              onChange={() => setEdited(server)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <ServerForm
          server={edited === "new" ? undefined : edited}
          save={edited === "new" ? actions.add : actions.change}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}
