import { describe, expect, it } from "vitest";
import { readDecision } from "../review";
import { readAnswer } from "./read-answer";
import { readVerdict } from "./read-verdict";

const FENCES = ["```", "````", "~~~", "  ```", "> ```"];

describe("a code fence around labeled parts", () => {
  it.each(FENCES)("leaves nothing of itself in a part that is cut out: %s", (fence) => {
    const inFence = (text: string) => readDecision(`My review:\n${fence}text\n${text}\n${fence}\n`);
    expect(inFence("DECISION: COMPLETE\nREASONING: Done.\nFINAL_RESULT: Stable operation.")).toMatchObject({
      finalResult: "Stable operation.",
    });
    expect(inFence("DECISION: ABORT\nREASONING: Late.\nABORT_REASON: No quota.")).toMatchObject({
      abortReason: "No quota.",
    });
    expect(
      inFence("DECISION: REPLAN\nREASONING: Low.\nUPDATED_PLAN:\nStep 7: Retrain\n- with more data"),
    ).toMatchObject({ updatedPlan: "Step 7: Retrain\n- with more data" });
    expect(inFence("DECISION: ABORT\nDEVIATION: Later than planned.")).toMatchObject({
      deviation: "Later than planned.",
      reasoning: "",
    });
  });

  it("may hold fences of a part itself, which stay", () => {
    const code = "```js\nlet a = 1;\n```";
    const read = (before: string, after: string) =>
      readDecision(`${before}DECISION: COMPLETE\nREASONING: Done.\nFINAL_RESULT:\n${code}${after}`);
    expect(read("", "")).toMatchObject({ finalResult: code });
    expect(read("```\n", "\n```")).toMatchObject({ finalResult: code });
    expect(read("```\n", "\n```\nThat is all.")).toMatchObject({ finalResult: `${code}\nThat is all.` });
  });

  it("counts where its other end is missing", () => {
    expect(readDecision("DECISION: COMPLETE\nFINAL_RESULT: Stable.\n```")).toMatchObject({
      finalResult: "Stable.",
    });
    expect(readDecision("```\nDECISION: COMPLETE\nFINAL_RESULT: Stable.")).toMatchObject({
      finalResult: "Stable.",
    });
    const cut = "DECISION: COMPLETE\nFINAL_RESULT: Stable.\n```js\nlet a";
    expect(readDecision(cut)).toMatchObject({ finalResult: "Stable.\n```js\nlet a" });
  });

  it("is left out of verdicts and labeled answers", () => {
    expect(readVerdict("```\nVerdict: failed, two rows are lost\n```", "passed")).toMatchObject({
      said: { reason: "Verdict: failed, two rows are lost" },
    });
    const schema = {
      type: "object",
      properties: { score: { type: "number" }, feedback: { type: "string" } },
      required: ["score", "feedback"],
    };
    expect(readAnswer("```\nScore: 0.8\nFeedback: Name the source.\n```", schema)).toMatchObject({
      value: { score: 0.8, feedback: "Name the source." },
    });
  });
});
