import { expect, test } from "vitest";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { createScriptedRun } from "@/lib/testing/engine/scripted-run";

const MAIL = { id: "mail", title: "Write the mail", agent: "worker", input: "Write to Ann" };
const AGREE = {
  id: "agree",
  title: "Agree",
  type: "human_review",
  dependsOn: ["mail"],
  maxRetries: 0,
  gate: { prompt: "Fit to be sent?" },
};

/** The first messages of those who write the mail, which people want changed; the replanner gives this tail. */
async function written(again: object): Promise<string[]> {
  const tail = { title: "Tail", tasks: [again, { ...AGREE, id: "agree_v2", dependsOn: ["mail_v2"] }] };
  const run = await createScriptedRun([MAIL, AGREE], {
    settings: { replanOnFailure: true },
    script: ({ role, prompt }) => {
      if (role === "replanner") return JSON.stringify(tail);
      return `Dear Ann ${(readJsonBlock(prompt, "task") as { id: string }).id}`;
    },
  });
  await (await run.lease()).ended;
  await run.engine.person({ type: "decide", verb: "request_changes", comment: "Say Monday." });
  await (await run.lease()).ended;
  return run.prompts("agent");
}

test("who does work again of which people asked for changes is given it, and their words", async () => {
  const again = { ...MAIL, id: "mail_v2", replaces: "mail" };
  const [first = "", second = ""] = await written(again);
  expect(readBlock(first, "sent_back")).toBeUndefined();
  expect(readBlock(second, "sent_back")).toBe("Dear Ann mail");
  expect(readBlock(second, "people_said")).toContain("Say Monday.");
});

test("who has it by the plan is given it once, and who does other work is told nothing of it", async () => {
  const input = "Change {{results.mail}}";
  const placed = { ...MAIL, id: "mail_v2", replaces: "mail", input, dependsOn: ["mail"] };
  const [, second = ""] = await written(placed);
  expect(second.split("Dear Ann mail")).toHaveLength(2);
  expect(readBlock(second, "people_said")).toContain("Say Monday.");
  const [, other = ""] = await written({ ...MAIL, id: "mail_v2", title: "Call Ann", input: "Call her" });
  expect(readBlock(other, "people_said")).toBeUndefined();
});
