import { expect, it } from "vitest";
import { exceedsOutputLimit, formatExcessOutput } from "./synthesis-size";

it.each([
  [{ outputTokens: 101, limit: 100 }, true],
  [{ outputTokens: 100, limit: 100 }, false],
  [{ outputTokens: 0, limit: 100 }, false],
  [{ limit: -1 }, false],
])("exceedsOutputLimit of %j is %s", (size, exceeds) => expect(exceedsOutputLimit(size)).toBe(exceeds));

it("formatExcessOutput says what was written, and of how much where that is known", () => {
  const size = { outputTokens: 900, limit: 500 };
  expect(formatExcessOutput({ ...size, inputTokens: 2_000 })).toBe(
    "compresses too little: it wrote 900 tokens of 2000 that it read, above settings.gateOutputTokenLimit (500)",
  );
  expect(formatExcessOutput(size)).toBe(
    "compresses too little: it wrote 900 tokens, above settings.gateOutputTokenLimit (500)",
  );
});
