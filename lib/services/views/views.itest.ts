import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world?.close());

const viewsOf = (name: string) => {
  const actor = world.person({ name });
  const { views } = world.services;
  return {
    names: async () => (await views.list({ actor, input: {} })).items.map((view) => view.name),
    list: async () => (await views.list({ actor, input: {} })).items,
    save: (name: string, query: string) => views.save({ actor, input: { name, query } }),
    rename: (viewId: string, name: string) => views.rename({ actor, input: { viewId, name } }),
    remove: (viewId: string) => views.remove({ actor, input: { viewId } }),
  };
};

describe("saved views", () => {
  it("are a person's own, and saving under the same name replaces one", async () => {
    const [ada, bob] = [viewsOf("Ada"), viewsOf("Bob")];
    const { viewId } = await ada.save(" Mine, live ", "show=live&owner=me");
    await bob.save("Mine, live", "show=live");
    expect(await ada.save("Mine, live", "owner=me")).toEqual({ viewId });
    expect(await ada.list()).toEqual([{ viewId, name: "Mine, live", page: "runs", query: "owner=me" }]);
    await expect(bob.rename(viewId, "Stolen")).rejects.toMatchObject({ code: "not_found" });
    await expect(bob.remove(viewId)).rejects.toMatchObject({ code: "not_found" });
    expect(await ada.names()).toEqual(["Mine, live"]);
  });

  it("renamed to one name at the same time leave one with it, and a conflict for the others", async () => {
    const { save, rename, names } = viewsOf("Dora");
    const ids = [];
    for (const name of ["A", "B", "C", "D"]) ids.push((await save(name, "")).viewId);
    const results = await Promise.allSettled(ids.map((id) => rename(id, "One")));
    const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(refused).toEqual(["conflict", "conflict", "conflict"]);
    expect((await names()).filter((name) => name === "One")).toHaveLength(1);
  });

  it("are renamed and removed, but never share a name", async () => {
    const { save, rename, remove, names } = viewsOf("Cleo");
    const [{ viewId: first }, { viewId: second }] = [await save("A", ""), await save("B", "q=x")];
    await expect(rename(first, "B")).rejects.toMatchObject({ code: "conflict" });
    await rename(first, "C");
    expect(await names()).toEqual(["C", "B"]);
    await remove(second);
    await expect(remove(second)).rejects.toMatchObject({ code: "not_found" });
    expect(await names()).toEqual(["C"]);
    await expect(save("  ", "")).rejects.toMatchObject({ code: "invalid_input" });
  });
});
