import type { Budget } from "../run/ledger-state";

type Words = { name: string; amount: (n: number, unit: boolean) => string };

const counted = (one: string, many: string) => (n: number, unit: boolean) =>
  unit ? `${grouped(n)} ${n === 1 ? one : many}` : grouped(n);

const WORDS: Record<Budget, Words> = {
  maxTokens: { name: "Tokens", amount: counted("token", "tokens") },
  maxCostMicroUsd: { name: "Cost", amount: (n) => dollars(n / 1_000_000) },
  maxHops: { name: "Tool calls", amount: counted("tool call", "tool calls") },
  maxDurationMs: { name: "Time", amount: (n) => duration(n) },
  maxTotalReplans: { name: "Replans", amount: counted("replan", "replans") },
  maxReplansPerTask: { name: "Replans because of one task", amount: counted("replan", "replans") },
  maxIterations: { name: "Iterations", amount: counted("iteration", "iterations") },
};

const wordsOf = (counter: string): Words =>
  WORDS[counter as Budget] ?? { name: counter, amount: (n) => grouped(n) };

/** What a budget is called. */
export const budgetName = (counter: string): string => wordsOf(counter).name;

/** An amount of a budget as people write it: "12 000 tokens", "$1.50", "10 min 30 s". */
export const amountWords = (counter: string, amount: number, unit = true): string =>
  wordsOf(counter).amount(amount, unit);

/** Digits in threes, with a thin space that no line breaks at. */
function grouped(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

function dollars(usd: number): string {
  if (usd > 0 && usd < 0.01) return `$${usd.toFixed(4)}`;
  return `$${usd.toFixed(2)}`;
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const parts = [
    [Math.floor(seconds / 3_600), "h"],
    [Math.floor((seconds % 3_600) / 60), "min"],
    [seconds % 60, "s"],
  ] as const;
  const shown = parts.filter(([n]) => n > 0).map(([n, unit]) => `${n} ${unit}`);
  return shown.join(" ");
}
