"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { ServerNodes } from "@/lib/core/inputs/mcp";
import type { McpServerView } from "@/lib/core/mcp";
import { EditableList } from "../editable-list";
import { ServerCard } from "./server-card";

const ServerForm = dynamic(() => import("./server-form").then((room) => room.ServerForm), { ssr: false });

type McpSettingsProps = {
  /** The fields of a server. */
  nodes: ServerNodes;
  servers: readonly McpServerView[];
};

/** The MCP servers whose tools missions may use. */
export function McpSettings({ nodes, servers }: McpSettingsProps) {
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
          <ServerForm
            nodes={nodes}
            server={edited === "new" ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )
      }
    />
  );
}
