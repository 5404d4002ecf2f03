import { afterEach, describe, expect, it, vi } from "vitest";
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
    const refused = { error: { code: "not_found", message: "There is no such view." } };
    vi.stubGlobal("fetch", async () => Response.json(refused, { status: 404 }));
    const reply = await sendViewAct({ act: { kind: "remove", view }, name: "" }, "key-1");
    expect(reply.problem).toBeDefined();
  });
});

it("one run that could not be cancelled says why beside those that were, each by its title", () => {
  const asked = ["Read", "Write", "Send"].map((title, n) => ({ id: `run_${n}`, title }));
  const items = [
    { runId: "run_0", ok: true },
    { runId: "run_1", ok: false, problem: "It has ended already." },
    { runId: "run_2", ok: false },
  ];
  expect(renderText(<CancelResults items={items} asked={asked} onClose={() => {}} />)).toBe(
    "✓ Cancelled Read ✕ It has ended already. Write ✕ Not cancelled Send Close",
  );
});
