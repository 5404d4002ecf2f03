import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const plan = { title: "Short", tasks: [{ id: "a", title: "First", input: "go" }] };
const wrong = { title: "Wrong", tasks: [{ id: "y", title: "Y", input: "go", dependsOn: ["nobody"] }] };
/** Four tasks that meet nowhere: the critic wants a gate. */
const loose = {
  title: "Loose",
  tasks: ["a", "b", "c", "d"].map((id) => ({ id, title: id, input: `look at ${id}` })),
};

const actor = () => world.person();
const input = <T>(value: T) => ({ actor: actor(), input: value });

describe("critiquing a plan", () => {
  it("gives score and findings, also of one that cannot run", async () => {
    const loosely = await world.services.plans.critique(input({ plan: loose }));
    expect(loosely.findings.map(({ code }) => code)).toContain("missing_gate");
    expect(loosely.score).toBeLessThan(10);
    const wrongly = await world.services.plans.critique(input({ plan: wrong }));
    expect(wrongly.findings).toMatchObject([{ code: "missing_dependency", severity: "critical" }]);
  });
});

describe("the critique of a plan that comes with a run", () => {
  const settings = (minScore: number, mode: "off" | "static" = "static") => ({ critic: { mode, minScore } });
  const create = async (source: CreateRunInput["plan"], given: CreateRunInput["settings"]) =>
    (await world.services.runs.create(input({ plan: source, settings: given }))).runId;
  const critiqueOf = async (runId: string) => (await world.services.plans.get(input({ runId }))).critique;
  const gates = async (runId: string) => (await world.services.approvals.list(input({ runId }))).items;

  it("is kept with the version, and informs", async () => {
    const runId = await create(loose, {});
    const asked = await world.services.plans.critique(input({ plan: loose }));
    const kept = await critiqueOf(runId);
    expect(kept).toMatchObject({
      by: "static",
      score: asked.score,
      openScore: asked.score,
      omitted: 0,
      note: null,
    });
    expect(kept?.findings).toEqual(asked.findings.map((finding) => ({ ...finding, verdict: null })));
    expect(await gates(runId)).toEqual([]);
  });

  it("is not made when nobody wants one", async () => {
    expect(await critiqueOf(await create(loose, settings(10, "off")))).toBeNull();
  });

  it("keeps the fifty gravest of a large plan, in full", async () => {
    const tasks = Array.from({ length: 80 }, (_, n) => ({
      id: `t${n}`,
      title: `Fetch page ${n}`,
      input: "fetch",
    }));
    const kept = await critiqueOf(await create({ title: "Wide", tasks }, {}));
    expect(kept?.findings).toHaveLength(50);
    expect(kept?.findings[0]).toMatchObject({ severity: "critical", recommendation: expect.any(String) });
    expect(kept?.omitted).toBeGreaterThan(0);
  });

  it("opens a gate on a weak plan: approving runs it, rejecting ends the run", async () => {
    const [runs, ends] = [await create(loose, settings(10)), await create(loose, settings(10))];
    const [gate] = await gates(runs);
    expect(gate).toMatchObject({ kind: "plan_approval", planVersion: 1 });
    expect(gate?.prompt).toContain("This run asks for 10.");
    const decide = async (runId: string, verb: "approve" | "reject") => {
      const [open] = await gates(runId);
      await decideAsShown(world.services, input({ approvalId: open?.id ?? "", verb }));
      return world.services.runs.get(input({ runId }));
    };
    expect(await decide(runs, "approve")).toMatchObject({ status: "running" });
    expect(await decide(ends, "reject")).toMatchObject({
      status: "aborted",
      finishReason: "aborted_by_person",
    });
  });

  it("lets a reviewer without the right to operate edit a draft that waits for approval, and no plan that runs", async () => {
    const runId = await create(loose, settings(10));
    const reviewer = world.person({ name: "Rex", capabilities: ["view", "review"] });
    const edit = (by: ReturnType<typeof actor>, expectedPlanVersion: number, title = "Tight") => {
      const order = { plan: { ...plan, title }, expectedPlanVersion, reason: "Fewer tasks" };
      return world.services.plans.editDraft({ actor: by, input: { runId, ...order } });
    };
    await expect(edit(world.person({ capabilities: ["view"] }), 1)).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(edit(reviewer, 7)).rejects.toMatchObject({ code: "conflict" });
    expect(await edit(reviewer, 1)).toEqual({ runId, version: 2 });
    const [gate] = await gates(runId);
    expect(gate).toMatchObject({ kind: "plan_approval", planVersion: 2 });
    const { items } = await world.services.runs.events(input({ runId }));
    expect(items.findLast(({ type }) => type === "plan_version_adopted")?.actor).toMatchObject({
      name: "Rex",
    });
    await decideAsShown(world.services, {
      actor: reviewer,
      input: { approvalId: gate?.id ?? "", verb: "approve" },
    });
    const storedBlobs = () => world.database.sql`select digest from blobs`;
    const before = await storedBlobs();
    await expect(edit(reviewer, 2, "More")).rejects.toMatchObject({ code: "forbidden" });
    expect(await storedBlobs()).toEqual(before);
    expect(await world.services.system.me({ actor: reviewer, input: {} })).toEqual({
      id: "rex",
      name: "Rex",
      roles: [],
      capabilities: ["view", "review"],
    });
  });

  it("takes people's verdicts, which are kept with the version and in the audit log", async () => {
    const runId = await create(loose, settings(10));
    const before = await critiqueOf(runId);
    const finding = before?.findings.find(({ severity }) => severity === "warning");
    const verdict = {
      runId,
      type: "review_finding" as const,
      planVersion: 1,
      findingKey: finding?.key ?? "",
      reason: "They are meant to stand alone.",
    };
    const command = (more: object, by = actor()) =>
      world.services.runs.command({ actor: by, input: { ...verdict, verdict: "waived", ...more } as never });
    const operator = world.person({ capabilities: ["operate", "view"] });
    await expect(command({}, operator)).rejects.toMatchObject({ code: "forbidden" });
    await expect(command({ findingKey: "orphan_task:x" })).rejects.toMatchObject({ code: "not_found" });
    await expect(command({ planVersion: 2 })).rejects.toMatchObject({ code: "not_found" });
    await expect(command({ reason: " " })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(command({ verdict: "ignored" })).rejects.toMatchObject({ code: "invalid_input" });

    await command({});
    const waived = await critiqueOf(runId);
    expect(waived).toMatchObject({ score: before?.score, openScore: (before?.openScore ?? 0) + 1 });
    expect(waived?.findings.find(({ key }) => key === finding?.key)?.verdict).toMatchObject({
      verdict: "waived",
      reason: verdict.reason,
      by: { kind: "person", id: "ada", name: "Ada" },
      at: expect.any(Number),
    });

    await command({ verdict: "accepted", reason: "A gate is better." });
    expect(await critiqueOf(runId)).toMatchObject({ openScore: before?.openScore });
    const { items } = await world.services.runs.events(input({ runId }));
    expect(items.filter(({ type }) => type === "finding_reviewed")).toHaveLength(2);
    const audited = await world.database.sql`select details from audit_log
      where run_id = ${runId} and action = 'review_finding' and accepted`;
    expect(audited.map(({ details }) => details.reason)).toEqual([verdict.reason, "A gate is better."]);
  });
});
