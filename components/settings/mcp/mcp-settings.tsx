"use client";

import { useState } from "react";
import type { McpServerView } from "@/lib/core/mcp";
import { EditableList } from "../editable-list";
import { ServerCard } from "./server-card";
import { ServerForm } from "./server-form";

/** The MCP servers whose tools missions may use. */
export function McpSettings({ servers }: { servers: readonly McpServerView[] }) {
  const [edited, setEdited] = useState<McpServerView | "new">();
  return (
    <EditableList
      title="MCP servers"
      addLabel="Add server"
      onAdd={() => setEdited("new")}
      empty={{
        title: "No MCP servers yet",
        text: "MCP (Model Context Protocol) servers add tools for files, databases, issue trackers and more. They are subject to your policies like built-in tools.",
      }}
      items={servers.map((server) => (
        <ServerCard key={server.name} server={server} onChange={() => setEdited(server)} />
      ))}
      form={
        edited && (
          <ServerForm server={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
        )
      }
    />
  );
}
