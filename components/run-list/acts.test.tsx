import { afterEach, describe, expect, it, vi } from "vitest";
import { domainError } from "@/lib/core/errors";
import type { SavedView } from "@/lib/core/views";
import { renderText } from "@/lib/testing/render";
import { CancelResults } from "./selected-runs";
import { sendViewAct, type ViewAct } from "./view-dialog";

afterEach(() => void vi.unstubAllGlobals());

describe("what is done to a saved view", () => {
  const view = { viewId: "view/1", name: "Mine", query: "owner=me" } as SavedView;

  it.each<[ViewAct, string, object]>([
    [{ kind: "save", query: "period=7d" }, "/api/v1/views", { name: "Week", query: "period=7d" }],
    [{ kind: "rename", view }, "/api/v1/views/view%2F1/rename", { name: "Week" }],
    [{ kind: "remove", view }, "/api/v1/views/view%2F1/remove", {}],
  ])("asks the server for %j", async (act, path, body) => {
    const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json({}));
    vi.stubGlobal("fetch", fetched);
    expect(await sendViewAct({ act, name: "Week" }, "key-1")).toEqual({});
    const [asked, init] = fetched.mock.calls[0] ?? [];
    expect([asked, JSON.parse(String(init?.body))]).toEqual([path, body]);
  });

  it("says what the server refuses", async () => {
    const refused = { code: "not_found", title: "There is no such view." };
    vi.stubGlobal("fetch", async () => Response.json(refused, { status: 404 }));
    const sent = sendViewAct({ act: { kind: "remove", view }, name: "" }, "key-1");
    await expect(sent).rejects.toThrow("There is no such view.");
  });
});

it("one run that could not be cancelled says why beside those that were, each by its title", () => {
  const asked = ["Read", "Write"].map((title, n) => ({ id: `run_${n}`, title }));
  const items = [
    { runId: "run_0", ok: true as const, seq: 4, status: "cancelled" as const },
    { runId: "run_1", ok: false as const, problem: domainError("not_allowed_now", "It has ended already.") },
  ];
  expect(renderText(<CancelResults items={items} asked={asked} onClose={() => {}} />)).toBe(
    "✓ Cancelled Read ✕ It has ended already. Write Close",
  );
});
