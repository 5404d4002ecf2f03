import { describe, expect, it } from "vitest";
import { placeBeside } from "./floating";

describe("placeBeside", () => {
  const viewport = { width: 1000, height: 600 };
  const size = { width: 100, height: 40 };
  const at = (left: number, top: number) => ({ left, top, width: 36, height: 36 });

  it.each([
    ["bottom", { left: 368, top: 342 }],
    ["top", { left: 368, top: 254 }],
    ["right", { left: 442, top: 298 }],
    ["left", { left: 294, top: 298 }],
  ] as const)("keeps a gap to its anchor, in the middle of its %s side", (side, place) => {
    expect(placeBeside(at(400, 300), size, viewport, { side, align: "center" })).toEqual(place);
  });

  it("lies flush with the start or the end of its anchor", () => {
    const anchor = at(400, 300);
    expect(placeBeside(anchor, size, viewport, { side: "bottom", align: "start" }).left).toBe(400);
    expect(placeBeside(anchor, size, viewport, { side: "bottom", align: "end" }).left).toBe(336);
  });

  it("changes sides where there is no room", () => {
    expect(placeBeside(at(400, 560), size, viewport, { side: "bottom", align: "center" }).top).toBe(514);
    expect(placeBeside(at(400, 10), size, viewport, { side: "top", align: "center" }).top).toBe(52);
  });

  it("stays in the window, even where neither side has room", () => {
    expect(placeBeside(at(0, 300), size, viewport, { side: "bottom", align: "center" }).left).toBe(8);
    expect(placeBeside(at(964, 300), size, viewport, { side: "bottom", align: "center" }).left).toBe(892);
    const tall = { width: 100, height: 580 };
    expect(placeBeside(at(400, 300), tall, viewport, { side: "bottom", align: "center" }).top).toBe(12);
  });
});
