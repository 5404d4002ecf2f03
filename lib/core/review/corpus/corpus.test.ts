import { describe, expect, it } from "vitest";
import { readDecision } from "../read-decision";
import { UNDECIDED_ANSWERS } from ".";
import answers from "./answers.json";

const shown = (text: string): string => JSON.stringify(text.slice(0, 80));

describe("garbage", () => {
  it("is of many kinds, none of them twice", () => {
    expect(UNDECIDED_ANSWERS.length).toBeGreaterThanOrEqual(200);
    expect(new Set(UNDECIDED_ANSWERS.map(([, text]) => text)).size).toBe(UNDECIDED_ANSWERS.length);
    expect(new Set(UNDECIDED_ANSWERS.map(([reason]) => reason)).size).toBe(4);
  });

  it.each(UNDECIDED_ANSWERS.map(([reason, text]) => [reason, shown(text), text] as const))(
    "is %s: %s",
    (reason, _, text) => {
      expect(readDecision(text)).toMatchObject({ ok: false, reason });
    },
  );

  it("becomes none by what models put around their answers", () => {
    for (const [, text] of UNDECIDED_ANSWERS.filter((one) => one[1].length < 1_000)) {
      for (const dressed of [`\`\`\`\n${text}\n\`\`\``, `Here is my answer.\n\n${text}\n`, `${text}\r\n`]) {
        expect([dressed, readDecision(dressed).ok]).toEqual([dressed, false]);
      }
    }
  });
});

describe("answers in the manners of many models", () => {
  it.each([
    ["first", 120, 63, 18],
    ["second", 40, 22, 17],
    ["third", 40, 20, 13],
    ["fourth", 60, 30, 17],
    ["fifth", 39, 16, 12],
    ["sixth", 39, 17, 11],
    ["seventh", 80, 51, 23],
  ])(
    "of the %s set are never read as another decision, and as many at once as before",
    (set, count, clear, floor) => {
      const rows = answers.filter((one) => one.set === set);
      const readings = rows.map(({ text, ...row }) => ({ ...row, read: readDecision(text) }));
      expect(rows).toHaveLength(count);
      expect(rows.filter(({ decision }) => decision !== null)).toHaveLength(clear);
      const wrong = readings.filter(({ decision, read }) => read.ok && read.decision !== decision);
      expect(wrong.map(({ id }) => id)).toEqual([]);
      expect(readings.filter(({ read }) => read.ok).length).toBeGreaterThanOrEqual(floor);
    },
  );
});
