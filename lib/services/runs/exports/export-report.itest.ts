import { afterAll, beforeAll, expect, it } from "vitest";
import { textFileResponse } from "@/lib/http/file-response";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

it("gives a run as a page and as a picture, each with a line of the audit log, and to its workspace alone", async () => {
  const { services, database } = world;
  const actor = world.person({ name: "Ada <i>" });
  const plan = {
    title: "Ship it",
    tasks: [
      { id: "a", title: "Build </title><script>", input: "go" },
      { id: "ask", type: "human_review", title: "Release", input: "May it go?", dependsOn: ["a"] },
    ],
  };
  const { runId } = await services.runs.create({ actor, input: { mission: "Ship", plan } });
  await world.work(runId, { a: { rows: "x".repeat(40_000), token: "abcd1234efgh" } });
  await world.work(runId);
  const [gate] = (await services.approvals.list({ actor, input: { runId } })).items;
  const answer = { approvalId: gate?.id ?? "", verb: "approve" as const, comment: "Tested by me" };
  await services.approvals.decide({ actor, input: { ...answer, digest: gate?.digest ?? "" } });

  const page = await services.runs.exportReport({ actor, input: { runId, format: "html" } });
  expect(page.fileName).toBe("ship-it-report.html");
  for (const words of ["Tested by me", "May ask pass?", "Result of Build", "Exported by Ada &lt;i&gt;"])
    expect(page.text).toContain(words);
  expect(page.text).not.toMatch(/<script|abcd1234efgh/);
  expect(Buffer.byteLength(page.text)).toBeLessThan(60_000);

  const picture = await services.runs.exportReport({ actor, input: { runId, format: "svg" } });
  expect(picture).toMatchObject({ fileName: "ship-it-graph.svg", contentType: "image/svg+xml" });
  expect(picture.text).toContain("Build &lt;/title&gt;");
  expect(textFileResponse(picture).headers.get("content-disposition")).toContain("attachment");

  const audit =
    await database.sql`select subject, details, actor from audit_log where action = 'export_report' order by at`;
  expect(audit.map(({ subject, details }) => [subject, details.format])).toEqual([
    [runId, "html"],
    [runId, "svg"],
  ]);
  await world.addWorkspaces("theirs");
  const stranger = world.person({ workspaceId: "theirs" });
  const foreign = services.runs.exportReport({ actor: stranger, input: { runId, format: "html" } });
  await expect(foreign).rejects.toMatchObject({ code: "not_found" });
  const unplanned = await services.runs.create({ actor, input: { mission: "Later" } });
  const early = services.runs.exportReport({ actor, input: { runId: unplanned.runId, format: "svg" } });
  await expect(early).rejects.toMatchObject({ code: "not_allowed_now" });
});
