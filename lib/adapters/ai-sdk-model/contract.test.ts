import {
  contractRequests,
  describeModelContract,
  type ModelContractCase,
} from "@/lib/testing/models/model-contract";
import type { Reply } from "@/lib/testing/wire/openai-server";
import { openWireModel, WIRE_KINDS } from "@/lib/testing/wire/wire-model";

const usage = { inputTokens: 12, outputTokens: 4 };
const call = (id: string, city: string) => ({ id, tool: "weather", args: { city } });

const SCRIPTS: Record<ModelContractCase, Reply[]> = {
  text: [{ kind: "answer", text: ["Hel", "lo", "."], usage }],
  structured: [{ kind: "answer", text: ['{"city":"Os', 'lo","da', 'ys":3}'], usage }],
  toolCall: [
    { kind: "answer", toolCalls: [call("call_a", "Oslo")], usage },
    { kind: "answer", text: "21 degrees.", usage },
  ],
  neutral: [{ kind: "answer", text: "21 degrees.", usage }],
  parallel: [{ kind: "answer", toolCalls: [call("call_a", "Oslo"), call("call_b", "Rome")], usage }],
  abort: [{ kind: "answer", text: ["one"], ending: "open" }],
};

for (const kind of WIRE_KINDS) {
  describeModelContract(kind, async () => {
    const { model, modelId, server, reply } = await openWireModel(kind);
    return {
      model,
      requests: contractRequests(modelId),
      arrange: (name) => reply(...SCRIPTS[name]),
      close: server.close,
    };
  });
}
