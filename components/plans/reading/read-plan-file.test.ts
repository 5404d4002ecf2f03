import { describe, expect, it } from "vitest";
import { readPlanFile } from "./read-plan-file";

describe("a file that is brought as a plan", () => {
  it.each([
    ["plan.json", "{}", { text: "{}" }],
    ["PLAN.MD", "Step 1: Über alles", { text: "Step 1: Über alles" }],
    ["plan.txt", "  \n", { problem: expect.stringContaining("is empty") }],
    ["plan.pdf", "x", { problem: expect.stringContaining("is not supported") }],
    ["big.json", "x".repeat(1_048_577), { problem: "“big.json” has 1025 KB; the limit is 1024 KB." }],
    ["latin.txt", new Uint8Array([0xfc]), { problem: expect.stringContaining("as text (UTF-8)") }],
  ])("%s", async (name, content, read) => {
    expect(await readPlanFile(new File([content], name))).toEqual(read);
  });

  it("is not read at all when it is too large", async () => {
    const arrayBuffer = () => Promise.reject(new Error("was read"));
    expect(await readPlanFile({ name: "a.json", size: 2_000_000, arrayBuffer })).toHaveProperty("problem");
  });
});
