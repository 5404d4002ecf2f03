import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchWords } from "@/lib/core/search-words";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { findMissions } from "./find-missions";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces("w1", "w2", "w3", "w4", "w5");
});
afterAll(() => world.close());

type Ended = { mission: string; demo?: boolean; uncosted?: number; minutesAgo?: number };

/** Ended runs of a workspace, as the run store leaves them. */
async function ended(workspaceId: string, ...given: Ended[]): Promise<void> {
  const { sql } = world.database;
  for (const [n, { mission, demo = false, uncosted = 0, minutesAgo = 0 }] of given.entries()) {
    const id = `${workspaceId}_${n}`;
    await sql`
      insert into runs (id, workspace_id, status, finish_reason, phase, mission, tags, replans, cost_micro_usd,
        uncosted_calls, finished_at)
      values (${id}, ${workspaceId}, 'failed', 'no_path', 'ended', ${mission}, ${demo ? ["demo"] : []}, 2, 120,
        ${uncosted}, now() - make_interval(mins => ${minutesAgo}))`;
    await sql`
      insert into finished_missions (run_id, workspace_id, words, demo, finished_at)
      values (${id}, ${workspaceId}, ${searchWords(mission).join(" ")}, ${demo},
        now() - make_interval(mins => ${minutesAgo}))`;
  }
}

const find = async (workspaceId: string, mission: string, { demo = false, limit = 3 } = {}) =>
  findMissions(world.database.orm, { workspaceId, words: searchWords(mission), demo, limit });
const missionsOf = async (...args: Parameters<typeof find>) =>
  (await find(...args)).map(({ mission }) => mission);

const FRAUD = "Deploy the fraud model to production";

describe("findMissions", () => {
  it("finds ended missions by three words that they share, with how they ended and what they took", async () => {
    await ended("w1", { mission: FRAUD }, { mission: "Deploy the shop to Europe", uncosted: 1 });
    const facts = { finishReason: "no_path", replans: 2, iterations: 0, demo: false };
    expect(await find("w1", "Deploying fraud models")).toEqual([
      { ...facts, runId: "w1_0", mission: FRAUD, costMicroUsd: 120 },
    ]);
    expect(await find("w1", "Deploy another shop for Europe")).toEqual([
      { ...facts, runId: "w1_1", mission: "Deploy the shop to Europe", costMicroUsd: null },
    ]);
    expect(await missionsOf("w1", "Deploy the model of another shop")).toEqual([]);
    await world.database.sql`update runs set parent_run_id = 'w1_1' where id = 'w1_0'`;
    expect(await missionsOf("w1", "Deploying fraud models")).toEqual([]);
    expect(await missionsOf("w1", "Deploy, deploying, deployed")).toEqual([]);
    expect(await missionsOf("w1", "")).toEqual([]);
    expect(await missionsOf("w2", FRAUD)).toEqual([]);
  });

  it("puts the best fitting first, then what ended last, and gives no more than asked for", async () => {
    const [less, older] = ["Deploy a model in production", "The production of a model to deploy"];
    await ended("w3", { mission: older, minutesAgo: 5 }, { mission: less }, { mission: FRAUD });
    expect(await missionsOf("w3", FRAUD)).toEqual([FRAUD, less, older]);
    expect(await missionsOf("w3", FRAUD, { limit: 1 })).toEqual([FRAUD]);
  });

  it("gives demo missions to simulated planners alone, and marks them", async () => {
    await ended("w4", { mission: FRAUD, demo: true });
    expect(await missionsOf("w4", FRAUD)).toEqual([]);
    expect(await find("w4", FRAUD, { demo: true })).toMatchObject([{ demo: true }]);
  });

  it("finds a rare pair among 10 000 ended runs, and the latest where all share as many words", async () => {
    const { sql } = world.database;
    await sql`
      insert into runs (id, workspace_id, status, finish_reason, phase, mission, finished_at)
      select 'w5_' || n, 'w5', 'completed', 'answer_complete', 'ended',
        'Deploy service s' || n || ' to region r' || n % 97, now() - make_interval(secs => n)
      from generate_series(1, 10000) as n`;
    await sql`
      insert into finished_missions (run_id, workspace_id, words, finished_at)
      select id, workspace_id, lower(mission), finished_at from runs where workspace_id = 'w5'`;
    expect(await missionsOf("w5", "Measure service s77 with r77")).toEqual([
      "Deploy service s77 to region r77",
    ]);
    expect(await missionsOf("w5", "Deploy the fraud service to a region")).toEqual(
      [1, 2, 3].map((n) => `Deploy service s${n} to region r${n}`),
    );
  });
});
