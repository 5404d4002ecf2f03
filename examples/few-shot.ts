import { localPerson as actor } from "@/lib/auth/actor";
import { SCENARIOS } from "@/lib/core/scenarios";
import { type Example, play } from "./world";

const mission = SCENARIOS.find(({ name }) => name === "staging")?.mission ?? "";
const settings = { reviewMode: "auto" as const, examples: { use: true } };

/** How a mission was planned becomes an example, which the planner of the next like it is shown (docs/examples.md). */
export const fewShot: Example = async (world) => {
  const { print } = world;
  const { examples } = world.services;
  const first = await play(world, { mission, settings });
  const { example } = await examples.draft({ actor, input: { runId: first.runId } });
  const given = { ...example, note: "Test before you deploy" };
  const added = await examples.create({ actor, input: { example: given, from: { runId: first.runId } } });
  const { exampleId } = added;
  print(
    `${first.runId} is promoted: version ${added.version} of the example, ${added.enabled ? "on" : "off"}`,
  );

  const second = await play(world, { mission, settings });
  const { version, usedBy } = await examples.get({ actor, input: { exampleId } });
  for (const { runId, role } of usedBy)
    if (runId === second.runId) print(`${runId}: the prompt of its ${role} carried it`);

  // As the library was before: nobody is shown it from now on.
  const off = { exampleId, expectedVersion: version, enabled: false };
  await examples.switch({ actor, input: off });
  const third = await play(world, { mission, settings });
  const shown = await examples.list({ actor, input: { shownTo: third.runId } });
  const carried = shown.items.some(({ id }) => id === exampleId);
  print(`${third.runId}, after it was switched off: ${carried ? "carried it" : "without it"}`);
};
