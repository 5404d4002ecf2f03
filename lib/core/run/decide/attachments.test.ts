import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { AttachmentFacts } from "../../attachments";

const file: AttachmentFacts = {
  id: "att_1",
  name: "sales.csv",
  mediaType: "text/csv",
  bytes: 20,
  digest: "d1",
};
const plan = planOf({ id: "a" });

describe("files that came with a mission", () => {
  it("are told by its first event, and known from then on", () => {
    const world = new RunWorld({ plan, attachments: [file] });
    expect(world.events[0]).toMatchObject({ type: "run_created", payload: { attachments: [file] } });
    expect(world.state.attachments).toEqual([file]);
  });

  it("are taken along by a fork", () => {
    const world = new RunWorld({ plan, attachments: [file] }).run("a");
    expect(world.fork(2).state.attachments).toEqual([file]);
  });

  it("are absent where none came", () => {
    const { events, state } = new RunWorld({ plan });
    expect(events[0]?.payload).not.toHaveProperty("attachments");
    expect(state).not.toHaveProperty("attachments");
  });
});
