import { describe, expect, it } from "vitest";
import type { PersonMove } from "@/lib/core/comments/schema";
import type { RunEvent } from "@/lib/core/run/events";
import { historiesOf } from "./history";

const ada = { kind: "person", id: "ada", name: "Ada" } as const;
const change = { fields: ["input"], added: 0, removed: false };
const at = (seq: number, type: RunEvent["type"], payload: object): RunEvent =>
  ({ seq, at: 10 * seq, type, payload, planVersion: 1 }) as unknown as RunEvent;
const sent = (seq: number, number: number, ...ids: string[]) =>
  at(seq, "replan_requested", { cause: { round: { number, comments: ids.map((id) => ({ id })) } } });
const answers = (seq: number, type: RunEvent["type"], version: number, ...outcomes: string[]) =>
  at(seq, type, {
    version,
    dispositions: outcomes.map((outcome, n) => ({ comment: ["a", "b"][n], outcome, change })),
  });
const move = (to: PersonMove["to"], time: number): PersonMove => ({ to, at: time, by: ada });

/** What each comment was after which event, or after what a person did. */
function told(events: RunEvent[], moves: PersonMove[] = []) {
  const histories = historiesOf(
    [
      { id: "a", moves },
      { id: "b", moves: [] },
    ],
    events,
  );
  return [...histories.values()].map((stages) => stages.map(({ seq, status }) => `${seq} ${status}`));
}

describe("historiesOf", () => {
  it("tells of each comment when it was sent, and when a version answered it", () => {
    const events = [
      sent(1, 1, "a", "b", "of another run"),
      answers(2, "plan_version_offered", 2, "addressed", "unanswered"),
      answers(3, "plan_version_adopted", 2, "addressed", "unanswered"),
      sent(4, 2, "b"),
    ];
    expect(told(events)).toEqual([
      ["1 sent", "2 addressed"],
      ["1 sent", "2 open", "4 sent"],
    ]);
    const [, stages] = [...historiesOf([{ id: "a", moves: [] }], events)][0] ?? [];
    expect(stages?.[1]).toMatchObject({ round: 1, answer: { version: 2, outcome: "addressed" } });
  });

  it("takes back what a version answered that people did not let pass, and what is sent to no version", () => {
    const events = [
      sent(1, 1, "a"),
      answers(2, "plan_version_offered", 2, "declined"),
      sent(3, 2, "b"),
      at(4, "plan_version_declined", { version: 2 }),
    ];
    expect(told(events)).toEqual([
      ["1 sent", "2 declined", "4 open"],
      ["3 sent", "4 open"],
    ]);
    expect(told([sent(1, 1, "a"), at(2, "run_finished", {})])[0]).toEqual(["1 sent", "2 open"]);
  });

  it("has what people did between the events; what they settled stays so", () => {
    const events = [sent(1, 1, "a"), answers(3, "plan_version_adopted", 2, "declined")];
    expect(told(events, [move("resolved", 15), move("open", 45)])[0]).toEqual([
      "1 sent",
      "null resolved",
      "3 resolved",
      "null open",
    ]);
  });
});
