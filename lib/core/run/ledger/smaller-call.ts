import type { RoleName } from "../../prompt-blocks";
import type { RunState } from "../state";
import { type Amounts, METER_NAMES } from "../state/ledger";
import { fitOf } from "./budgets";

/** An answer that may have so many tokens is worth its call, by what its role writes: in most it has half of that. */
const [VERDICT, TEXT, PLAN] = [512, 1_024, 1_536];

const USEFUL_OUTPUT: Record<RoleName, number> = {
  planner: PLAN,
  replanner: PLAN,
  agent: TEXT,
  synthesis: TEXT,
  summarizer: TEXT,
  answer: TEXT,
  revision: TEXT,
  explain: TEXT,
  critic: VERDICT,
  quality_gate: VERDICT,
  verification: VERDICT,
  reviewer: VERDICT,
  critique: VERDICT,
  trajectory_summarizer: VERDICT,
  detailer: VERDICT,
  retrospective: VERDICT,
  self_critic: VERDICT,
  reasoner: VERDICT,
  refiner: VERDICT,
};

/** The shortest answer of a role that is of use; one that is thought about first may take as much as any. */
export const usefulOutput = (role: RoleName, thinks = false): number => (thinks ? PLAN : USEFUL_OUTPUT[role]);

/**
 * The longest answer, in tokens, to reserve for a call of which `amountsOf` says what it may take with an answer of some
 * length: `longest` where that fits, else as long a one as does. Beside calls under way it is at least half as long,
 * since those mostly leave room for all of it; the last calls before a limit are made as long as they are of use, `shortest`
 * (docs/engine.md, "Budgets"). `held` was reserved for this call before.
 */
export function affordableOutput(
  state: Readonly<RunState>,
  { longest, shortest }: { longest: number; shortest: number },
  amountsOf: (outputTokens: number) => Amounts,
  held: Amounts = {},
): number {
  const { ledger } = state;
  const reserved = { ...ledger.reserved };
  for (const meter of METER_NAMES) reserved[meter] -= held[meter] ?? 0;
  const beside = { ...state, ledger: { ...ledger, reserved } };
  const roomFor = (output: number) => fitOf(beside, amountsOf(output));
  const full = roomFor(longest);
  if (full.fits || !Number.isFinite(longest)) return longest;
  const useful = Math.min(longest, shortest);
  const isAlone = amounts(reserved) === 0;
  const least = isAlone ? useful : Math.max(useful, Math.ceil(longest / 2));
  if (roomFor(least).fits) return longestThatFits(least, longest, (output) => roomFor(output).fits);
  // Where even without calls under way there is no room for all of it, it waits, or is refused, for no more than what will do.
  return full.never && !roomFor(useful).fits ? useful : longest;
}

const amounts = ({ tokens, costMicroUsd }: { tokens: number; costMicroUsd: number }): number =>
  tokens + costMicroUsd;

function longestThatFits(fits: number, tooLong: number, test: (output: number) => boolean): number {
  let [low, high] = [fits, tooLong];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (test(middle)) low = middle;
    else high = middle;
  }
  return low;
}
