import { describe, expect, it } from "vitest";
import { readPlan } from "./plan";

const taskOf = (task: object) => {
  const { plan, errors } = readPlan({ tasks: [{ id: "a", ...task }] });
  expect(errors).toEqual([]);
  return plan?.tasks[0];
};

describe("what sound plans say", () => {
  it("is a task in place of several others: of one by its id, of all in a note", () => {
    expect(taskOf({ input: "go", replaces: ["x", "y"] })).toMatchObject({
      replaces: "x",
      details: ["Replaces: x, y"],
    });
    expect(taskOf({ input: "go", replaces: ["x"] })).toMatchObject({ replaces: "x", details: [] });
    expect(readPlan({ tasks: [{ id: "a", replaces: [{}] }] }).errors).toMatchObject([
      { code: "unread", path: "tasks[0].replaces" },
    ]);
  });

  it.each([0, false, null])("is an input of %s", (input) => {
    expect(taskOf({ input })?.input).toBe(input);
  });

  it("is a short question behind a label of its own", () => {
    const { plan, errors } = readPlan("Step 1: Read\n- Decision: are they explained?\n");
    expect([errors, plan?.tasks[0]?.details]).toEqual([[], ["Decision: are they explained?"]]);
  });

  it.each(["Schedule the approved posts", "Alle genehmigten Beiträge versenden"])(
    "is work on what was approved: %s",
    (title) => {
      expect(taskOf({ title, input: "go" })?.type).toBe("task");
    },
  );

  it.each(["Once the approved budget is signed off", "Approve the approved posts", "Get the posts approved"])(
    "is a question to people all the same: %s",
    (title) => {
      expect(readPlan({ tasks: [{ id: "a", title, input: "go" }] }).errors).toMatchObject([
        { code: "person_or_agent" },
      ]);
    },
  );
});
