import type { ModelRequest, ToolSpec } from "@/lib/core/ports";
import { type RoleName, roleLine, writeBlock } from "@/lib/core/prompt-blocks";
import { SCENARIOS } from "@/lib/core/scenarios";
import { contractRequests, describeModelContract } from "@/lib/testing/models/model-contract";
import { openSimulatedModel, SIMULATED_MODEL_ID } from "@/lib/testing/models/simulated-model";

const base = contractRequests(SIMULATED_MODEL_ID);
const runTests: ToolSpec = {
  name: "run_tests",
  description: "Runs a suite",
  inputSchema: { type: "object" },
};

function as(request: ModelRequest, role: RoleName, blocks: string[]): ModelRequest {
  return { ...request, system: roleLine(role), messages: [{ role: "user", text: blocks.join("\n\n") }] };
}

describeModelContract("simulated", async () => ({
  model: openSimulatedModel(),
  requests: {
    text: as(base.text, "answer", [writeBlock("mission", "Say hello"), writeBlock("results", [])]),
    structured: as(base.structured, "reviewer", [writeBlock("mission", "Go to Oslo")]),
    toolCall: as(base.toolCall, "agent", [
      writeBlock("task", { id: "ask", title: "Ask for the weather" }),
      writeBlock("input", "city: Oslo"),
    ]),
    parallel: {
      ...as(base.parallel, "agent", [
        writeBlock("mission", SCENARIOS[0].mission),
        writeBlock("task", { id: "validate_staging", title: "Validate" }),
      ]),
      tools: [runTests],
    },
    abort: as(base.abort, "answer", [
      writeBlock("mission", "Count to a thousand"),
      writeBlock("results", []),
    ]),
  },
}));
