import type { SynthesisSize } from "@/lib/core/run/state";
import { isTooLong, tooLongWords } from "@/lib/core/run/synthesis-size";
import { Part } from "./part";

/** How far a synthesis gate compressed what it read, with a warning when it did too little. */
export function SynthesisSizeView({ size }: { size: SynthesisSize }) {
  const { inputTokens, outputTokens } = size;
  return (
    <Part title="Compression">
      <p>
        {tokens(inputTokens)} read, {tokens(outputTokens)} written
      </p>
      {isTooLong(size) && (
        <p className="text-amber">
          <span aria-hidden="true">△ </span>
          This gate {tooLongWords(size)}.
        </p>
      )}
    </Part>
  );
}

const tokens = (count: number | undefined): string =>
  count === undefined ? "unknown tokens" : `${count.toLocaleString("en")} tokens`;
