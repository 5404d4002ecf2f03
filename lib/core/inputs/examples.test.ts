import { describe, expect, it } from "vitest";
import {
  createExampleInput,
  draftExampleInput,
  editExampleInput,
  exportExamplesInput,
  importExamplesInput,
  listExamplesInput,
  switchExampleInput,
} from "./examples";

const example = { query: "q" };

describe("an example as callers give it", () => {
  it("is any value: its own rules say what is wrong with it", () => {
    expect(createExampleInput.parse({ example })).toEqual({ example });
    expect(createExampleInput.safeParse({ example: undefined }).success).toBe(false);
    expect(importExamplesInput.safeParse({ content: "" }).success).toBe(false);
    expect(importExamplesInput.safeParse({ content: "x".repeat(1_000_001) }).success).toBe(false);
  });

  it("is promoted from a run, or from an attempt of a task", () => {
    expect(draftExampleInput.safeParse({ runId: "r" }).success).toBe(true);
    expect(draftExampleInput.parse({ runId: "r", taskId: "a", attempt: "2" })).toMatchObject({ attempt: 2 });
    expect(draftExampleInput.safeParse({ runId: "r", taskId: "a" }).success).toBe(false);
    expect(draftExampleInput.safeParse({ runId: "r", attempt: 1 }).success).toBe(false);
  });

  it("is changed at the version that was read", () => {
    const on = { exampleId: "exm_1", expectedVersion: 2 };
    expect(editExampleInput.parse({ ...on, example })).toEqual({ ...on, example });
    expect(editExampleInput.safeParse({ exampleId: "exm_1", example }).success).toBe(false);
    expect(switchExampleInput.safeParse({ ...on, enabled: false }).success).toBe(true);
    expect(switchExampleInput.safeParse(on).success).toBe(false);
  });

  it("is listed and exported by kind", () => {
    expect(listExamplesInput.parse({ kind: "agent", status: "off" })).toEqual({
      kind: "agent",
      status: "off",
      limit: 50,
    });
    expect(listExamplesInput.safeParse({ kind: "critic" }).success).toBe(false);
    expect(exportExamplesInput.parse({ exampleId: "exm_1" })).toEqual({ exampleId: "exm_1" });
  });
});
