import { describe, expect, it } from "vitest";
import { rendered } from "../fixtures";
import { answer } from ".";

describe("the answer's prompt", () => {
  it("gives the results as they ended, and what else must be told", async () => {
    const prompt = answer.buildPrompt({
      mission: "Ship the shop",
      results: [
        { id: "build", title: "Build", status: "succeeded", value: "image shop:1" },
        { id: "deploy", title: "Deploy", status: "failed", value: null },
      ],
      note: "A reviewer ended the run early.",
    });
    await expect(rendered(prompt)).toMatchFileSnapshot("./answer.golden.txt");
  });
});

describe("reading the answer", () => {
  it("takes the text as it is", () => {
    expect(answer.parse(" The shop is **live**.\n")).toEqual({ ok: true, value: "The shop is **live**." });
    expect(answer.parse('{"a": 1}')).toEqual({ ok: true, value: '{"a": 1}' });
  });

  it("does not take nothing for an answer", () => {
    expect(answer.parse(" \n")).toEqual({ ok: false, problem: "The answer was empty." });
  });
});
