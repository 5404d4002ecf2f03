import { describe, expect, it } from "vitest";
import type { Json } from "../json";
import { signOf } from "./signs";

const signFor = (value: Json, ...later: string[]) =>
  signOf(
    { id: "look", isOtherwise: false, value },
    later.length > 0 ? later.map((text) => [text]) : [["Go on"]],
    "",
  );

describe("an end speaks against what comes after it", () => {
  it("where it is not the one that was planned, and something waits for it", () => {
    const skipped = { id: "look", isOtherwise: true };
    expect(signOf(skipped, [["Write it"]], "")).toBe("ended_otherwise");
    expect(signOf(skipped, [], "")).toBeUndefined();
  });

  it.each([
    [null],
    [""],
    [[]],
    [{ damage: false, what: "All is dry" }],
    [{ rows: [], total: 3 }],
    ["2.3.1: 0 of 8744 logins failed."],
    ["There is no file budget.csv."],
  ])("where it came to nothing: %j", (value) => {
    expect(signFor(value)).toBe("came_to_nothing");
  });

  it.each([["10 of 40 failed"], [{ failed: 3 }], [`${"A".repeat(400)} none`], ["Version 1.0 runs"]])(
    "but not where it came to something: %j",
    (value) => {
      expect(signFor(value)).toBeUndefined();
    },
  );

  it("where a later task places a part that it does not have, or that is nothing", () => {
    const value = { name: "Ana", mails: [[], "a"] };
    expect(signFor(value, "Write to {{results.look.mail}}")).toBe("part_missing");
    expect(signFor(value, "Write to {{results.look.mails.0}}")).toBe("part_missing");
    expect(
      signFor(value, "Write to {{results.look.name}}: {{results.look}} {{results.other.x}}"),
    ).toBeUndefined();
  });

  it.each([
    ["a version", "Version 2.3.1 runs, 2.3.0 ran before.", "Count the logins of 2.2.9: {{results.look}}"],
    ["a file", { path: "var/events.jsonl" }, "Count the errors in logs/app.log"],
    ["an address", { to: "ana@shop.example" }, "Write to {{results.look.to}} and bo@shop.example"],
    ["an amount", "The summary has at most one page.", "Write it, three pages long"],
    ["a number under a key", { room: 5, time: "14 hours" }, "Invite her to room 2"],
    ["a name", { hotel: "Fjord Hotel", note: "The Strand Hotel is full." }, "We stay at the Strand Hotel"],
  ])("where a later task names %s and it knows another", (_, value, text) => {
    expect(signFor(value, text)).toBe("other_value");
  });

  it.each([
    ["the result gives as a value of its own", { files: ["a.csv", "b.csv"] }, "Count the rows of b.csv"],
    ["is no other way of writing", "It has 3 pages and costs 12,000 euros", "Three pages on the 12000 euros"],
    ["stands beside the result itself", "19 euros a month", "Compare with our 24 euros: {{results.look}}"],
    ["the result knows no other of", { name: "Olivia" }, "Ask for 80 people on 12 July"],
    ["is a placeholder", { path: "b.csv" }, "Read {{results.other.a.csv}}"],
  ])("but not where what it names %s", (_, value, text) => {
    expect(signFor(value, text)).toBeUndefined();
  });

  it("and not where people themselves said what the task names", () => {
    const end = { id: "look", isOtherwise: false, value: "45 pages a minute" };
    expect(signOf(end, [["Copy 900 pages"]], "")).toBe("other_value");
    expect(signOf(end, [["Copy 900 pages"]], "We have 900 pages.")).toBeUndefined();
  });

  it("by its first words where the result is too large to be looked at", () => {
    const end = { id: "look", isOtherwise: false, preview: "Runs 2.3.1" };
    expect(signOf(end, [["Count 2.2.9"]], "")).toBe("other_value");
    expect(signOf(end, [["Place {{results.look.x}}"]], "")).toBeUndefined();
  });
});
