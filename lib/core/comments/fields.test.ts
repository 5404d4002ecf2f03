import { describe, expect, it } from "vitest";
import { placeOf } from "@/lib/testing/plans/place-of";
import { agent, task } from "../plan/schema";
import { TASK_TYPES } from "../plan/words";
import { anchorOn } from "./anchor";
import { commentFields } from "./fields";

describe("commentFields", () => {
  it("are fields that tasks and their agents have", () => {
    for (const type of TASK_TYPES)
      for (const { field } of commentFields({ type })) {
        const [of, own] = field.startsWith("agent.") ? [agent, field.slice("agent.".length)] : [task, field];
        expect(Object.keys(of.shape), field).toContain(own);
      }
  });

  it("can be commented on, filled or empty", () => {
    for (const type of TASK_TYPES) {
      const place = placeOf([{ id: "a", title: "A", type }]);
      for (const { field } of commentFields({ type }))
        expect(anchorOn(place, { kind: "field", taskId: "a", field }), field).toBeDefined();
    }
  });

  it("ask of gates and reviews what they ask, and of work how it is checked", () => {
    const fieldsOf = (type: (typeof TASK_TYPES)[number]) => commentFields({ type }).map(({ field }) => field);
    expect(fieldsOf("task")).toEqual(expect.arrayContaining(["verification", "agent.tools"]));
    expect(fieldsOf("task")).not.toContain("gate");
    expect(fieldsOf("human_review")).toContain("gate");
    expect(fieldsOf("human_review")).not.toContain("review");
    expect(fieldsOf("planning_review")).toContain("review");
    expect(fieldsOf("planning_review")).not.toContain("verification");
    expect(fieldsOf("direct")).not.toContain("agent");
  });
});
