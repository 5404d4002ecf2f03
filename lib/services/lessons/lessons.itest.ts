import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { asDomainError } from "@/lib/core/errors";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces(...Array.from({ length: 9 }, (_, n) => `w${n + 1}`));
});
afterAll(() => world.close());

/** Each test has a workspace of its own. */
function inWorkspace(workspaceId: string, name = "Ada") {
  const actor = world.person({ workspaceId, name });
  const call = world.services.lessons;
  const on = (lessonId: string, expectedVersion: number) => ({ lessonId, expectedVersion });
  return {
    propose: (text: string, tags: string[] = []) => call.propose({ actor, input: { text, tags } }),
    accept: (id: string, version: number) => call.accept({ actor, input: on(id, version) }),
    revoke: (id: string, version: number) => call.revoke({ actor, input: on(id, version) }),
    edit: (id: string, version: number, text: string) =>
      call.edit({ actor, input: { ...on(id, version), text } }),
    get: (lessonId: string) => call.get({ actor, input: { lessonId } }),
    list: (input: object = {}) => call.list({ actor, input }),
  };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (thrown: unknown) => asDomainError(thrown)?.code,
  );

describe("a lesson", () => {
  it("is proposed, accepted, edited and revoked, a version each, and audited", async () => {
    const { propose, accept, edit, revoke, get } = inWorkspace("w1");
    const { lessonId, ...proposed } = await propose(" Measure  the accuracy\nfirst ", ["fraud"]);
    expect(proposed).toEqual({ version: 1, status: "proposed", merged: false });
    expect(await accept(lessonId, 1)).toEqual({ lessonId, version: 2, status: "accepted" });
    expect(await edit(lessonId, 2, "Measure it twice")).toEqual({ lessonId, version: 3, status: "accepted" });
    expect(await revoke(lessonId, 3)).toEqual({ lessonId, version: 4, status: "revoked", usedBy: [] });
    const lesson = await get(lessonId);
    expect(lesson).toMatchObject({
      version: 4,
      text: "Measure it twice",
      status: "revoked",
      source: "person",
      author: "Ada",
      tags: ["fraud"],
      demo: false,
      proposals: 1,
      uses: 0,
      usedBy: [],
      origins: [{ source: "person", runId: null, mission: null, by: "Ada" }],
    });
    expect(lesson.versions.map(({ version, text, status }) => [version, text, status])).toEqual([
      [4, "Measure it twice", "revoked"],
      [3, "Measure it twice", "accepted"],
      [2, "Measure the accuracy first", "accepted"],
      [1, "Measure the accuracy first", "proposed"],
    ]);
    const lines = await world.database.orm.select().from(auditLog);
    expect(lines.filter(({ subject }) => subject === lessonId).map(({ action }) => action)).toEqual([
      "lesson_proposed",
      "lesson_accepted",
      "lesson_edited",
      "lesson_revoked",
    ]);
  });

  it("is changed by one who has read it as it is now, and by one alone", async () => {
    const { propose, accept, edit, revoke } = inWorkspace("w2");
    const { lessonId } = await propose("Ask before you deploy");
    await accept(lessonId, 1);
    expect(await codeOf(accept(lessonId, 1))).toBe("conflict");
    expect(await codeOf(edit(lessonId, 1, "Ask again"))).toBe("conflict");
    expect(await codeOf(accept(lessonId, 2))).toBe("conflict");
    const both = await Promise.all([codeOf(revoke(lessonId, 2)), codeOf(edit(lessonId, 2, "Ask twice"))]);
    expect(both.toSorted()).toEqual(["conflict", undefined]);
    expect(await codeOf(accept("les_none", 1))).toBe("not_found");
  });

  it("counts what says the same, in the words of any version, and comes back by a person's hand alone", async () => {
    const { propose, edit, revoke, get, list } = inWorkspace("w3");
    const { lessonId } = await propose("Check the quota first");
    await edit(lessonId, 1, "Check the cloud quota first");
    await revoke(lessonId, 2);
    const others = inWorkspace("w3", "Bob");
    expect(await others.propose("check the quota  first.")).toMatchObject({ lessonId, merged: true });
    expect(await others.propose("“Check the cloud quota first”")).toMatchObject({ lessonId, version: 3 });
    expect(await get(lessonId)).toMatchObject({ status: "revoked", version: 3, proposals: 2 });
    expect((await list()).items).toHaveLength(1);
    const other = await propose("Something else");
    expect(await codeOf(edit(other.lessonId, 1, "Check the quota first"))).toBe("conflict");
  });

  it("proposed by many at once is one", async () => {
    const people = ["Ada", "Bob", "Cid", "Dot"].map((name) => inWorkspace("w4", name));
    const made = await Promise.all(people.map(({ propose }) => propose("Measure twice, cut once")));
    expect(new Set(made.map(({ lessonId }) => lessonId)).size).toBe(1);
    expect(made.filter(({ merged }) => !merged)).toHaveLength(1);
    expect((await people[0]?.list())?.items).toMatchObject([{ proposals: 4 }]);
  });

  it("is refused when it is too long, and stored without secrets", async () => {
    const { propose, get } = inWorkspace("w5");
    expect(await codeOf(propose("x".repeat(501)))).toBe("invalid_input");
    expect(await codeOf(propose(" "))).toBe("invalid_input");
    const { lessonId } = await propose("Use sk-live-4242abcd for the test");
    expect((await get(lessonId)).text).toBe("Use [hidden] for the test");
    expect((await propose("x".repeat(500))).version).toBe(1);
  });
});

describe("the list of lessons", () => {
  it("comes newest first, in pages, by status", async () => {
    const { propose, accept, list } = inWorkspace("w6");
    const ids: string[] = [];
    for (const n of ["one", "two", "three"]) ids.unshift((await propose(`Lesson ${n}`)).lessonId);
    await accept(ids[1] as string, 1);
    expect((await list()).items.map(({ id }) => id)).toEqual(ids);
    const first = await list({ limit: 2 });
    const rest = await list({ limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
    expect((await list({ status: "accepted" })).items.map(({ id }) => id)).toEqual([ids[1]]);
    expect(await codeOf(list({ cursor: "none" }))).toBe("invalid_input");
  });
});
