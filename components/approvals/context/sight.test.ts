import { expect, it, vi } from "vitest";
import { type Edge, Sight } from "./sight";

/** A part of which these edges are in sight. */
const drawn = (...edges: Edge[]) => ({
  isEmpty: () => false,
  shows: (edge: Edge) => edges.includes(edge),
  leadTo: vi.fn(),
});

it("a part is seen once its beginning and its end were in sight, at once or one after the other", () => {
  expect(new Sight().look(drawn("begin", "end"), true)).toBe(true);
  const sight = new Sight();
  expect(sight.look(drawn(), true)).toBe(false);
  expect(sight.look(drawn("begin"), true)).toBe(false);
  expect(sight.look(drawn("end"), true)).toBe(true);
  expect(sight.look(drawn(), true)).toBe(true);
});

it("the end counts once nothing before it is out of view", () => {
  const sight = new Sight();
  expect(sight.look(drawn("begin", "end"), false)).toBe(false);
  expect(sight.look(drawn(), true)).toBe(false);
  expect(sight.look(drawn("end"), true)).toBe(true);
  expect(sight.look(drawn(), false)).toBe(false);
  expect(sight.look(drawn("begin"), true)).toBe(false);
});

it("leads to what was not in sight, and counts it, on a screen on which it never is", () => {
  const sight = new Sight();
  const part = drawn();
  sight.lead(part);
  expect(sight.look(part, true)).toBe(false);
  sight.lead(part);
  expect(sight.look(part, true)).toBe(true);
  expect(part.leadTo.mock.calls).toEqual([["begin"], ["end"]]);
});

it("nothing is to be seen of a part without content", () => {
  const sight = new Sight();
  expect(sight.look({ ...drawn(), isEmpty: () => true }, true)).toBe(true);
  expect(sight.look(drawn(), true)).toBe(false);
});
