import { expect, it } from "vitest";
import { listViewsInput, renameViewInput, saveViewInput } from "./saved-views";

it("a saved view has a name of its own and belongs to the list of runs unless another is named", () => {
  expect(listViewsInput.parse({})).toEqual({ page: "runs" });
  expect(saveViewInput.parse({ name: " Mine ", query: "owner=me" })).toEqual({
    name: "Mine",
    query: "owner=me",
    page: "runs",
  });
  expect(renameViewInput.safeParse({ viewId: "view_1", name: "  " }).success).toBe(false);
  expect(saveViewInput.safeParse({ name: "x", query: "q".repeat(2_001) }).success).toBe(false);
});
