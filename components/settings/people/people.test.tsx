import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { renderHtml } from "@/lib/testing/render";
import { apiKeyView } from "@/lib/testing/views/settings/api-key-view";
import { KeyTable, PastKeys } from "./key-table";
import { madeWith, rolesOf } from "./labels";

const by = { kind: "person" as const, id: "local", name: "Local operator" };
describe("rolesOf", () => {
  it.each([
    ["", []],
    [" , ,", []],
    ["lead", ["lead"]],
    ["lead, Release lead ,lead", ["lead", "Release lead"]],
    ["role:lead, auditor", ["lead", "auditor"]],
  ])("%j are %j", (draft, roles) => expect(rolesOf(draft)).toEqual(roles));
});

describe("madeWith", () => {
  it("are the keys that a key made, and that those made", () => {
    const keys = [
      apiKeyView("a"),
      apiKeyView("b", { madeByKey: "a" }),
      apiKeyView("c", { madeByKey: "b" }),
      apiKeyView("d", { madeByKey: "x" }),
    ];
    expect(madeWith("a", keys).map(({ keyId }) => keyId)).toEqual(["b", "c"]);
    expect(madeWith("d", keys)).toEqual([]);
  });
});

describe("the table of keys", () => {
  const text = (element: ReactNode) =>
    renderHtml(element)
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");

  it("says of each what it may, for whom it answers, and when it ends", () => {
    const keys = [apiKeyView("a", { capabilities: ["view", "admin"], roles: ["lead"], endsAt: 86_400_000 })];
    const html = text(<KeyTable keys={keys} />);
    expect(html).toMatch(/Key a wmk_abcdef… View Admin Roles: lead Last used: never Ends: 1970-01-02/);
    expect(html).toContain("✓ Active");
  });

  it("says of those that no longer work why, and who revoked them", () => {
    const ended = apiKeyView("a", { status: "ended", endsAt: 1_000 });
    const revoked = apiKeyView("b", { status: "revoked", revokedAt: 86_400_000, revokedBy: by });
    expect(text(<PastKeys keys={[ended, revoked]} />)).toMatch(
      /2 ended or revoked keys .*Ended .*1970-01-01.*Revoked .*1970-01-02 by Local operator/,
    );
  });
});
