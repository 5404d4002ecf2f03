import { describe, expect, it } from "vitest";
import { renderHtml } from "@/lib/testing/render";
import { PromptView } from "./prompts";

describe("a prompt", () => {
  it("stands there with the system text, the tools and each message, as text alone", () => {
    const html = renderHtml(
      <PromptView
        prompt={{
          kept: true,
          system: "Be <b>brief</b>.",
          fromSteps: true,
          tools: [{ name: "look", description: "Looks.", inputSchema: {} }],
          messages: [
            { role: "user", text: "How many?" },
            {
              role: "assistant",
              turn: { text: "I look.", toolCalls: [{ callId: "c", tool: "look", args: 1 }] },
            },
            { role: "tool", results: [{ callId: "c", tool: "look", output: { n: 7 }, isError: true }] },
            { role: "assistant", verbatim: [{ type: "text", text: "Seven." }] },
          ],
        }}
      />,
    );
    for (const words of [
      "System prompt",
      "Be &lt;b&gt;brief",
      "1 tool",
      "How many?",
      "I look.",
      "look failed",
    ])
      expect(html).toContain(words);
    for (const words of ["Tool results", "Seven.", "from the steps"]) expect(html).toContain(words);
  });

  it.each([
    ["removed", "No longer kept"],
    ["too_long", "256 KB"],
    ["not_kept", "not stored"],
  ] as const)("that was %s says so", (why, words) => {
    expect(renderHtml(<PromptView prompt={{ kept: false, why }} />)).toContain(words);
  });
});
