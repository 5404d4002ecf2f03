import { expect, it } from "vitest";
import "./no-eval";

it("keeps zod from compiling schemas, although it is not loaded yet", async () => {
  const { z } = await import("zod");
  expect(z.config().jitless).toBe(true);
});
