import { describe, expect, it } from "vitest";
import { rendered } from "../fixtures";
import { synthesis } from ".";

describe("a synthesis gate's prompt", () => {
  it("holds every result in full, sorted by id", async () => {
    const prompt = synthesis.buildPrompt({
      mission: "Ship the shop",
      task: { id: "combine", title: "Combine", details: [], input: "What is ready?" },
      results: [
        { id: "b", title: "Second", value: { ready: true } },
        { id: "c", title: "Third", value: null, reason: "skipped" },
        { id: "a", title: "First", value: "x".repeat(400) },
      ],
    });
    await expect(rendered(prompt)).toMatchFileSnapshot("./synthesis.golden.txt");
  });
});

describe("reading its answer", () => {
  it("takes JSON as data and everything else as text; emptiness is judged by the engine", () => {
    expect(synthesis.parse('```json\n["a"]\n```')).toEqual({ ok: true, value: ["a"] });
    expect(synthesis.parse(" ")).toEqual({ ok: true, value: "" });
  });
});
