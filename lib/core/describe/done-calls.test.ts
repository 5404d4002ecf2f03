import { expect, it } from "vitest";
import { doneCallLine } from "./done-calls";

const mail = { tool: "send_mail", taskId: "send" };

it("shows each argument, the short ones first, with how much of a long one is left out", () => {
  const args = { body: "word ".repeat(100), subject: "Open actions", to: "team@acme.example" };
  expect(doneCallLine({ ...mail, args })).toMatch(
    /^send_mail \{"subject":"Open actions","to":"team@acme.example","body":"word .*‹\d+ more characters are not shown›"\} \(task send\)$/,
  );
});

it("says what a person changed", () => {
  const line = doneCallLine({ ...mail, args: { to: "a" } }, ["to"]);
  expect(line).toBe('send_mail {"to":"a"} (task send, a person changed: “to”)');
  expect(doneCallLine({ ...mail, args: "x" }, [])).toBe(
    'send_mail "x" (task send, a person changed: its arguments)',
  );
});

it("shows the first of many arguments, and how many there are", () => {
  const args = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`k${n}`, n]));
  expect(doneCallLine({ ...mail, args })).toContain('"k11":11,‹3 more›}');
});
