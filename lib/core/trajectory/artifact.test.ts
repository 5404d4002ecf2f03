import { describe, expect, it } from "vitest";
import { digestOf } from "../bytes";
import { storeValue } from "../stored-value";
import {
  ARTIFACT_CHARS,
  artifactsOf,
  branchesOf,
  messagesOf,
  previewLargeOutput,
  startTrajectory,
  type Trajectory,
  withModelTurn,
  withObservation,
  withoutResults,
} from ".";

const large = "x".repeat(ARTIFACT_CHARS + 1);
const fits = "x".repeat(ARTIFACT_CHARS);

function called(...outputs: unknown[]): Trajectory {
  const start = startTrajectory({ query: "q", constraints: { tools: ["read"] } });
  const toolCalls = outputs.map((_, n) => ({ callId: `c${n}`, tool: "read", args: {}, rawArgs: "" }));
  const asked = withModelTurn(start, {
    text: "",
    toolCalls,
    finishReason: "tool_calls",
    usage: {},
    argumentProblems: [],
    startedAtMs: 0,
    latencyMs: 0,
  });
  const results = outputs.map((output, n) => ({
    callId: `c${n}`,
    tool: "read",
    ok: true as const,
    ...previewLargeOutput(output as string),
  }));
  return withObservation(asked, results);
}

describe("what an agent sees of an output", () => {
  it("is the output, as long as it has no more than 50 000 characters", () => {
    expect(previewLargeOutput(fits)).toEqual({ output: fits });
    expect(previewLargeOutput({ a: [1] })).toEqual({ output: { a: [1] } });
  });

  it("is its beginning and its end beyond that, and the digest by which the whole is stored", () => {
    const log = `first line\n${large}\nlast line`;
    const { output, artifact } = previewLargeOutput(log);
    expect(artifact).toBe(storeValue(log).blob?.digest);
    expect(output).toEqual({
      artifact,
      chars: log.length,
      preview: expect.stringMatching(/^first line.*last line$/s),
    });
    const { preview } = output as { preview: string };
    expect(preview.length).toBeLessThan(3_100);
    expect(preview).toContain("… 47022 characters are left out here …");
  });

  it("counts and shows data as JSON", () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => ({ n }));
    expect(previewLargeOutput(rows)).toMatchObject({
      artifact: digestOf(rows),
      output: {
        chars: JSON.stringify(rows).length,
        preview: expect.stringMatching(/^\[\{"n":0\}.*\{"n":9999\}\]$/s),
      },
    });
  });

  it("never cuts a character in half", () => {
    const { output } = previewLargeOutput("🙂".repeat(ARTIFACT_CHARS));
    expect((output as { preview: string }).preview).not.toMatch(/\p{Surrogate}/u);
    const odd = previewLargeOutput(`a${"🙂".repeat(ARTIFACT_CHARS)}b`).output;
    expect((odd as { preview: string }).preview).not.toMatch(/\p{Surrogate}/u);
  });
});

describe("the artifacts of steps", () => {
  it("are known of a single call and of branches of a set alike, each once", () => {
    const { artifact } = previewLargeOutput(large);
    expect(artifactsOf(called(large).steps)).toEqual([artifact]);
    expect(artifactsOf(called("small", large, large).steps)).toEqual([artifact]);
    expect(artifactsOf(called("small").steps)).toEqual([]);
    const [step] = called(large).steps;
    expect(step && branchesOf(step)).toMatchObject([{ ok: true, artifact, output: { artifact } }]);
  });

  it("are not what a tool only calls so", () => {
    const forged = { artifact: "0".repeat(64), chars: 60_000, preview: "look" };
    expect(artifactsOf(called(forged).steps)).toEqual([]);
  });

  it("reach the agent as references, and are forgotten with their results", () => {
    const trajectory = called(large);
    expect(JSON.stringify(messagesOf(trajectory, [])).length).toBeLessThan(4_000);
    expect(withoutResults(trajectory).steps[0]).not.toHaveProperty("artifact");
  });
});
