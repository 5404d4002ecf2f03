import { expect, it } from "vitest";
import { reachOf } from "../reach";
import { plan as planSchema } from "../schema";
import { editedTail } from "./edited-tail";

const MAIL = { name: "send_mail", sideEffects: "external" } as const;
const PLAN = planSchema.parse({
  title: "Plan",
  agents: { clerk: { prompt: "Send it.", tools: [MAIL.name] }, writer: { prompt: "Write it.", tools: [] } },
  tasks: [
    { id: "read", title: "Read", agent: "writer" },
    { id: "draft", title: "Draft", agent: "writer", dependsOn: ["read"] },
    { id: "send", title: "Send", agent: "clerk", dependsOn: ["draft"] },
    { id: "other", title: "Other", agent: "writer" },
  ],
});

/** The tail that comes of other titles for some tasks of the plan, after some of them have ended. */
function tailAfter(
  edits: ReadonlyMap<string, string>,
  ended: string[],
  answered: string[] = [],
  again: string[] = [],
) {
  const tasks = PLAN.tasks.map((task) => ({ ...task, title: edits.get(task.id) ?? task.title }));
  return editedTail({
    before: PLAN,
    after: { ...PLAN, tasks },
    again: new Set(again),
    ended: new Set(ended),
    answered: new Set(answered),
    succeeded: new Set(ended.filter((id) => !answered.includes(id))),
    reach: reachOf(PLAN, [MAIL]),
  });
}

const idsOf = (result: ReturnType<typeof editedTail>) =>
  "plan" in result ? result.plan.tasks.map(({ id, replaces }) => `${id}<-${replaces}`) : result.errors;

it("is what is open, where what is edited has not begun", () => {
  expect(idsOf(tailAfter(new Map([["send", "Send it to Ines"]]), ["read", "draft"]))).toEqual([
    "send<-send",
    "other<-other",
  ]);
});

it("begins again with ended work that is edited, and with all that builds on it", () => {
  expect(idsOf(tailAfter(new Map([["draft", "Draft it shorter"]]), ["read", "draft", "other"]))).toEqual([
    "draft<-draft",
    "send<-send",
  ]);
});

it("begins again with the failure that it answers, though its words are as they were", () => {
  expect(idsOf(tailAfter(new Map(), ["read", "draft"], ["draft"]))).toEqual([
    "draft<-draft",
    "send<-send",
    "other<-other",
  ]);
});

it("begins again with what is wanted once more as it is", () => {
  expect(idsOf(tailAfter(new Map(), ["read", "draft", "other"], [], ["draft"]))).toEqual([
    "draft<-draft",
    "send<-send",
  ]);
});

it("does no act again: an edit of what has acted, or of what it rests on, is refused", () => {
  for (const edited of ["send", "draft"]) {
    expect(idsOf(tailAfter(new Map([[edited, "Otherwise"]]), ["read", "draft", "send"]))).toMatchObject([
      { code: "unread", severity: "error", path: "edit", taskId: "send" },
    ]);
  }
});
