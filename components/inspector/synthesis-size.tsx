import type { SynthesisSize } from "@/lib/core/run/state";
import { exceedsOutputLimit, formatExcessOutput } from "@/lib/core/run/synthesis-size";
import { Section } from "./part";

/** How far a synthesis gate compressed what it read, with a warning when it did too little. */
export function SynthesisSizeView({ size }: { size: SynthesisSize }) {
  const { inputTokens, outputTokens } = size;
  return (
    <Section title="Compression">
      <p>
        {tokens(inputTokens)} read, {tokens(outputTokens)} written
      </p>
      {exceedsOutputLimit(size) && (
        <p className="text-amber">
          <span aria-hidden="true">△ </span>
          This gate {formatExcessOutput(size)}.
        </p>
      )}
    </Section>
  );
}

const tokens = (count: number | undefined): string =>
  count === undefined ? "unknown tokens" : `${count.toLocaleString("en")} tokens`;
