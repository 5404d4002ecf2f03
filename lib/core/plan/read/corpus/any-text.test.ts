import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readValid } from "@/lib/testing/plans/read-plan";
import { scaled } from "@/lib/testing/scaled";
import { readPlan } from "../plan";

describe("any Step text", () => {
  const word = fc.nat(9_999).map((n) => `w${n}w`);
  const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => list.join(" "));
  const bullet = fc.constantFrom("", "- ", "* ", "• ", "1. ", "  - ", "    ", "\t* ", "        ");
  const labels =
    "Agent|Tool|Verify|Replaces|Depends on|Review focus|Previous steps|Decision points|Potential outcomes|On timeout|" +
    "Requires human approval|Approval timeout|Condition|Reviewers|Consensus|Review template|Prompt|Form|Assignees|" +
    "Quorum|Task id|Task type|Task title|Task input|Task input JSON|Detail|On failure|Retries|Critical|Output schema|" +
    "Model review|Quality gate|Task timeout|Model|Max turns|Note";
  const label = fc.constantFrom(...labels.split("|"));
  const detail = fc.oneof(
    fc.tuple(bullet, words).map(([sign, text]) => sign + text),
    fc
      .tuple(bullet, label, fc.constantFrom(": ", ":", ":\n  * ", ": CONTINUE - "), words)
      .map((parts) => parts.join("")),
    fc.tuple(bullet, words).map(([sign, text]) => `${sign}see Step 3: ${text}`),
    fc.constantFrom("", "```"),
  );
  const title = fc.tuple(fc.constantFrom("", "Planning Review - ", "Human Review: ", "Synthesis - "), words);
  const step = fc.tuple(title, fc.array(detail, { maxLength: 8 }));

  const dress = fc.constantFrom<(header: string) => string>(
    (header) => header,
    (header) => `**${header}**`,
    (header) => `## ${header}`,
    (header) => `    ${header}`,
    (header) => header.replace(/^Step (\d+)/, "$1. Step $1"),
  );
  const agent = fc.tuple(word, words, fc.array(detail, { maxLength: 3 }));
  const preamble = fc.record({
    objective: fc.array(words, { maxLength: 2 }),
    agents: fc.array(agent, { maxLength: 2 }),
  });

  it("loses no word of any line inside the plan", () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 5 }),
        preamble,
        dress,
        fc.constantFrom("\n", "\r\n"),
        (steps, { objective, agents }, dressed, lineEnd) => {
          const text = [
            "PLAN: w0w",
            ...objective,
            ...agents.flatMap(([name, prompt, details]) => [
              `Agent "${name}": ${prompt}`,
              ...details.filter((line) => line !== "```"),
            ]),
            ...steps.flatMap(([[kind, rest], details], n) => [
              dressed(`Step ${n + 1}: ${kind}${rest}`),
              ...details,
            ]),
          ].join(lineEnd);
          const { plan, unread = [] } = readPlan(text);
          const left = readPlan(text, { leaveOut: unread.flatMap(({ path }) => path ?? []) });
          // Messages are cut short: what stands at a path that is said is not lost.
          if (left.leftOut) expect(left.errors.filter(({ path }) => path === undefined)).toEqual([]);
          if (left.leftOut) return;
          const kept = JSON.stringify(plan);
          for (const wanted of text.match(/w\d+w/g) ?? []) expect(kept).toContain(wanted);
        },
      ),
      { numRuns: scaled(1_000) },
    );
  });

  it("of a great many lines is read in one go", () => {
    const steps = Array.from({ length: 10_000 }, (_, n) => `Step ${n}: Title\n- detail`).join("\n");
    expect(readValid(steps).tasks).toHaveLength(10_000);
    const [task] = readValid(
      `Step 1: A${"\n- whoever is free today".repeat(20_000)}${"\n```".repeat(20_001)}\n${" ".repeat(200_000)}x`,
    ).tasks;
    expect(task?.details.length).toBe(40_002);
    expect(
      readValid(`Step 1: ${"**".repeat(50_000)}\nStep 2: Planning Review${" -".repeat(50_000)}`).tasks,
    ).toHaveLength(2);
  });
});
