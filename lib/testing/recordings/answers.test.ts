import { describe, expect, it } from "vitest";
import { critique } from "@/lib/agents/critique";
import { judgementOf } from "@/lib/agents/judging";
import { qualityGate } from "@/lib/agents/quality-gate";
import { summarizer } from "@/lib/agents/summarizer";
import { verification } from "@/lib/agents/verification";
import { readAnswer } from "@/lib/core/answers";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { readDecision } from "@/lib/core/review";
import { type LabeledAnswer, labeledAnswers, shareOf } from ".";

const reviews = labeledAnswers().filter(({ role }) => role === "reviewer");
const decided = ({ answer, data }: LabeledAnswer): string => {
  const read = readDecision(answer, data);
  return read.ok ? read.decision : "none";
};

describe("labeled reviews", () => {
  it("are read as a careful person reads them in at least 70 of 100, and the others are asked for again", () => {
    const wrong = reviews.flatMap((one) => {
      const read = readDecision(one.answer, one.data);
      const said = read.ok ? read.decision : "none";
      const why = read.ok ? "" : ` (${read.reason})`;
      return said === one.expect.decision
        ? []
        : [`${one.id}: ${said}${why}, not ${String(one.expect.decision)}`];
    });
    expect(wrong.length, shareOf(wrong, reviews.length)).toBeLessThanOrEqual(
      Math.floor(reviews.length * 0.3),
    );
  });

  it("are never read as another decision", () => {
    const other = reviews.filter((one) => decided(one) !== "none" && decided(one) !== one.expect.decision);
    expect(other.map((one) => [one.id, decided(one)])).toEqual([]);
  });
});

/** What a careful person reads of an answer, by the fields of the label; null where there is nothing to read. */
const READERS: Record<Exclude<LabeledAnswer["role"], "reviewer">, (one: LabeledAnswer) => JsonObject> = {
  critique: ({ answer }) => ({ score: fieldOf(answer, formOf(critique), "score") }),
  verification: ({ answer, data }) => ({
    passed: fieldOf(answer, formOf(verification), "passed", data),
  }),
  quality_gate: ({ answer, data }) => ({
    sufficient: fieldOf(answer, formOf(qualityGate), "sufficient", data),
  }),
  summarizer: ({ answer }) => {
    const schema = summarizer.output?.schema;
    const text = fieldOf(answer, schema, "finalAnswer");
    const hasAnswer = typeof text === "string" && text.trim() !== "";
    return { needReplan: fieldOf(answer, schema, "needReplan"), hasAnswer };
  },
  agent: ({ answer, data }) => {
    const schema = JSON.parse(/^schema: (.*)$/m.exec(data)?.[1] ?? "null") as JsonObject;
    const read = readAnswer(answer, schema);
    return { value: read.ok ? read.value : null };
  },
};

const formOf = ({ output }: { output?: { schema: JsonObject } }) => output && judgementOf(output.schema);

function fieldOf(answer: string, schema: JsonObject | undefined, key: string, data?: string): Json {
  const read = readAnswer(answer, schema, data);
  return read.ok && isJsonObject(read.value) ? (read.value[key] ?? null) : null;
}

describe("labeled answers of other roles", () => {
  const others = labeledAnswers().flatMap((one) => {
    if (one.role === "reviewer") return [];
    const read = READERS[one.role](one);
    const label = Object.fromEntries(Object.keys(read).map((key) => [key, one.expect[key] ?? null]));
    return [{ one, read, label }];
  });

  it("are read as a careful person reads them, in at least 85 of 100", () => {
    const wrong = others.filter(({ read, label }) => JSON.stringify(read) !== JSON.stringify(label));
    const lines = wrong.map(
      ({ one, read, label }) => `${one.id}: ${JSON.stringify(read)}, not ${JSON.stringify(label)}`,
    );
    expect(wrong.length, shareOf(lines, others.length)).toBeLessThanOrEqual(Math.floor(others.length * 0.15));
  });

  it("never let pass what does not", () => {
    const passed = others.filter(
      ({ read, label }) =>
        (read.passed === true || read.sufficient === true) && JSON.stringify(read) !== JSON.stringify(label),
    );
    expect(passed.map(({ one }) => one.id)).toEqual([]);
  });
});
