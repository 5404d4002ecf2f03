import { expect, it } from "vitest";
import { layoutBlocks, NONE_HIDDEN } from "./blocks";
import { WARM_UP_ROUNDS, warmUpLinks } from "./warm-up";

it("is one block of columns whose tasks each wait for tasks before them, laid out more than once", () => {
  const links = warmUpLinks();
  const place = new Map(links.map(({ id }, n) => [id, n]));
  expect(place.size).toBe(links.length);
  for (const { id, dependsOn } of links)
    for (const from of dependsOn) expect(place.get(from)).toBeLessThan(place.get(id) ?? 0);
  const [block, ...others] = layoutBlocks(links, NONE_HIDDEN);
  expect([block?.nodes.length, others]).toEqual([72, []]);
  expect(block?.edges.length).toBeGreaterThan(100);
  expect(WARM_UP_ROUNDS).toBeGreaterThan(1);
});
