import { expect, it } from "vitest";
import { formatBytes } from "./bytes";

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [2, "2 bytes"],
  [1_023, "1023 bytes"],
  [1_024, "1 KB"],
  [1_536, "1.5 KB"],
  [10_239, "10 KB"],
  [10_240, "10 KB"],
  [11_000, "11 KB"],
  [1_023_999, "1000 KB"],
  [1_024_000, "1 MB"],
  [1_572_864, "1.5 MB"],
  [52_428_800, "50 MB"],
])("formatBytes says %i as %s", (bytes, words) => expect(formatBytes(bytes)).toBe(words));
