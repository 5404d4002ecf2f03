import { expect, it } from "vitest";
import { isJsonObject } from "@/lib/core/json";
import { critique } from "./critique";
import { qualityGate } from "./quality-gate";
import { reviewer } from "./reviewer";
import { verification } from "./verification";

const JUDGES = [
  [critique, { score: 0.9, passed: true, feedback: "Whole.", issues: [], suggestions: [], questions: [] }],
  [qualityGate, { sufficient: true, missing: [], evidence: [] }],
  [
    reviewer,
    {
      decision: "CONTINUE",
      reasoning: "It holds.",
      conditions: [],
      answers: [],
      deviation: null,
      finalResult: null,
      abortReason: null,
    },
  ],
  [verification, { passed: true, conditions: [], reason: "It does." }],
] as const;

const WHY = "The table that it is to be held against is not shown.";

it.each(JUDGES)(
  "$name may say that it cannot judge, in the form of its answer or alone, and is not asked again",
  (role, verdict) => {
    const abstained = { ok: false, problem: WHY, cannot: WHY };
    expect(role.parse(JSON.stringify({ ...verdict, cannot: WHY }))).toEqual(abstained);
    expect(role.parse(`\`\`\`json\n{"cannot": "${WHY}"}\n\`\`\``)).toEqual(abstained);
  },
);

it.each(JUDGES)(
  "$name judges where that stays empty, or where it quotes the words of the agent that it judges",
  (role, verdict) => {
    const properties = role.output?.schema.properties;
    expect(Object.keys(isJsonObject(properties) ? properties : {})).toEqual([
      ...Object.keys(verdict),
      "cannot",
    ]);
    for (const cannot of [null, ""])
      expect(role.parse(JSON.stringify({ ...verdict, cannot }))).toMatchObject({ ok: true });
    expect(role.parse(JSON.stringify(verdict))).toMatchObject({ ok: true });
    const data = '{"cannot": "There is no such file."}';
    expect(role.parse(`The agent said ${data}\n${JSON.stringify(verdict)}`, data)).not.toHaveProperty(
      "cannot",
    );
  },
);
