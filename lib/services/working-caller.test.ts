import { expect, it } from "vitest";
import { workingTree } from "@/scripts/structure/tree";

/** Statements of these names write. */
const WRITING = /\b(?:write|insert|update|delete|drop|persist|save|raise|touch)[A-Z]\w*\(\s*(?:ctx\.)?db\b/g;

it("is in whose transaction every verb writes", () => {
  const { paths, read } = workingTree();
  const services = [...paths].filter((file) => /^lib\/services\/.*(?<!test)\.ts$/.test(file));
  const beside = services.flatMap((file) =>
    (read(file).match(WRITING) ?? []).map((one) => `${file}: ${one}`),
  );
  // Readiness is asked by nobody in particular.
  expect(beside).toEqual(["lib/services/system/health.ts: writeReadinessProbe(db"]);
});
