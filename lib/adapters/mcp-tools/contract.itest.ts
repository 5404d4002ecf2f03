import { fickleServer } from "@/lib/testing/mcp/servers";
import { openMcpWorld } from "@/lib/testing/mcp/world";
import { toolsContract } from "@/lib/testing/tools/tools-contract";

toolsContract("a toolbox with the tools of an MCP server", async () => {
  const { tools, close } = await openMcpWorld([fickleServer({}, { timeoutMs: 4_000 })]);
  const names = {
    echo: "fickle__echo",
    broken: "fickle__broken",
    lies: "fickle__lies",
    wait: "fickle__wait",
    progress: "fickle__flood",
  };
  return { tools, names, close };
});
