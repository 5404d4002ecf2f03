import { ruleWords } from "../policy/evaluate";
import type { ToolPolicy } from "../policy/schema";
import type { PolicyEffect } from "../policy/words";

const EFFECT_WORDS: Record<PolicyEffect, string> = {
  allow: "Allows",
  ask: "Asks a person before",
  deny: "Denies",
};

/** What a policy does, a sentence for each of its parts; one sentence where it leaves everything as it is. */
export function describePolicy({ denied, allowed, requiredTags, rules }: ToolPolicy): string[] {
  const lines = [
    ...(denied.length > 0 ? [`Denies ${denied.join(", ")}.`] : []),
    ...(allowed === null
      ? []
      : [allowed.length === 0 ? "Allows no tools." : `Allows only ${allowed.join(", ")}.`]),
    ...(requiredTags.length > 0 ? [`Allows only tools with the tags ${requiredTags.join(", ")}.`] : []),
    ...rules.map((rule) => `${EFFECT_WORDS[rule.effect]} ${rule.tool} where ${ruleWords(rule)}.`),
  ];
  return lines.length > 0 ? lines : ["No restrictions: every tool may be used with any arguments."];
}
