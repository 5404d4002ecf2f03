import { expect, test } from "vitest";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";

type Line = { level: string; message: string } & Record<string, unknown>;

/** What a worker's log says of a run of these answers. */
async function logged(script: Script, plan?: object, settings: object = {}): Promise<Line[]> {
  const lines: Line[] = [];
  const at = (level: string) => (fields: object, message: string) =>
    lines.push({ level, message, ...fields });
  const log = { ...silentLog, info: at("info"), warn: at("warn") };
  const engine = createMemoryEngine({ model: createScriptedModel(script), log });
  await engine.create("Ship the secret offer", plan, {
    critic: { mode: "off" },
    retryDelayMs: 0,
    ...settings,
  });
  await (await engine.lease()).ended;
  return lines;
}

const ship = {
  id: "ship",
  title: "Ship",
  input: "Ship it",
  verification: '(= data/result "up")',
  maxRetries: 0,
};

test("each plan and replan that comes into force is a line of a worker's log, without words of the run", async () => {
  const lines = await logged(({ role, prompt }) => {
    if (role === "planner") return JSON.stringify({ title: "Offer", tasks: [ship] });
    if (role === "replanner")
      return JSON.stringify({
        title: "Again",
        tasks: [{ ...ship, id: "ship2", replaces: "ship", input: "Again" }],
      });
    return prompt.includes("Again") ? "up" : "down";
  });
  expect(lines).toMatchObject([
    { level: "info", message: "A plan is in force", runId: RUN_ID, version: 1, origin: "planner" },
    { level: "info", message: "A replan begins", replan: 1, trigger: "verification" },
    { level: "info", message: "A plan is in force", version: 2, origin: "replan" },
    { level: "info", message: "A replan is in force", replan: 1, version: 2, added: 1 },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|Ship it/);
});

test("what is refused or fails is a warning", async () => {
  const refused = await logged(() =>
    JSON.stringify({ tasks: [{ id: "a", input: "x", dependsOn: ["nobody"] }] }),
  );
  expect(refused).toMatchObject([
    { level: "warn", message: "A plan was refused", issues: ["missing_dependency"] },
  ]);
  const failed = await logged(({ role }) => (role === "replanner" ? "I cannot." : "down"), {
    title: "Offer",
    tasks: [ship],
  });
  expect(failed.map(({ level, message }) => [level, message])).toEqual([
    ["info", "A replan begins"],
    ["warn", "A replan failed"],
  ]);
});

test("an iteration that begins is a line", async () => {
  const lines = await logged(
    ({ role }, { nth }) => {
      if (role === "planner")
        return JSON.stringify({ title: "Offer", tasks: [{ id: `t${nth}`, input: "x" }] });
      if (role === "summarizer")
        return JSON.stringify({
          needReplan: true,
          replanReason: "More.",
          qualityScore: 0.4,
          finalAnswer: "Half.",
        });
      return "done";
    },
    undefined,
    { summarizer: "on", maxIterations: 1 },
  );
  expect(lines).toContainEqual(expect.objectContaining({ message: "An iteration begins", iteration: 1 }));
});
