import type { SynthesisSize } from "../run/state";

/** Whether a synthesis gate wrote more than its run asks for; what is not known is no warning. */
export const exceedsOutputLimit = ({
  outputTokens,
  limit,
}: Pick<SynthesisSize, "outputTokens" | "limit">): boolean =>
  outputTokens !== undefined && outputTokens > limit;

/** The warning about it, to follow the name of the gate. */
export function formatExcessOutput({
  inputTokens,
  outputTokens,
  limit,
}: Omit<SynthesisSize, "attempt">): string {
  const from = inputTokens === undefined ? "" : ` of ${inputTokens} that it read`;
  return `compresses too little: it wrote ${outputTokens} tokens${from}, above settings.gateOutputTokenLimit (${limit})`;
}
