import { expect, it } from "vitest";
import { writeCsv } from "./csv";

it("writes a row a line, quotes what needs it, and leaves unknown cells empty", () => {
  expect(
    writeCsv(
      ["a", "b"],
      [
        ["x, y", 1.5],
        ['say "go"', null],
        ["two\nlines", 0],
      ],
    ),
  ).toBe('a,b\r\n"x, y",1.5\r\n"say ""go""",\r\n"two\nlines",0\r\n');
});

it("lets no text become a formula, and no number a text", () => {
  expect(writeCsv(["a"], [["=cmd()"], ["-1"], ["@x"], ["+1,2"], [-1]])).toBe(
    "a\r\n'=cmd()\r\n'-1\r\n'@x\r\n\"'+1,2\"\r\n-1\r\n",
  );
});
