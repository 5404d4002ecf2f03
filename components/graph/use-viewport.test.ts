import { expect, it } from "vitest";
import { viewMover } from "./use-viewport";

it("a view that moves is where it will be, until it is there or stops on the way", () => {
  let now = 0;
  const view = (x: number) => ({ x, y: 0, zoom: 1 });
  let drawn = view(0);
  const set: unknown[] = [];
  const mover = viewMover(
    {
      getViewport: () => drawn,
      setViewport: async (...args) => {
        set.push(args);
        return true;
      },
    },
    () => now,
  );
  expect(mover.view()).toEqual(view(0));
  mover.move(view(500), { duration: 180 });
  expect(set).toEqual([[view(500), { duration: 180 }]]);
  now = 179;
  expect(mover.view()).toEqual(view(500));
  // A hand has taken hold of it.
  now = 180;
  drawn = view(300);
  expect(mover.view()).toEqual(view(300));
  mover.move(view(700));
  drawn = view(700);
  expect(mover.view()).toEqual(view(700));
});
