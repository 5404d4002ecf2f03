import type { TestServer } from "@/e2e/server";
import { type Measured, rounded } from "../results";
import { createRun, type Visit } from "./browser";
import { takeLongest, watchMainThread } from "./main-thread";
import { gatedPlan } from "./plans";

/** What follows a click, such as checks, is over by then. */
const SETTLED_MS = 1_000;

/** What the first look at the plan editor, a change and its undoing cost the page of a run of 1 000 tasks. */
export async function editRows(server: TestServer, visit: Visit): Promise<Measured[]> {
  const runId = await createRun(server, { mission: "Measure editing", plan: gatedPlan(1_000) });
  const figures = await visit(async (page) => {
    await page.goto(`${server.url}/runs/${runId}`);
    await page.locator(".graph-edge-lines").first().waitFor({ state: "attached" });
    const editor = page.getByRole("region", { name: "Plan editor" });
    await watchMainThread(page);
    const longestOf = async (act: () => Promise<void>, words: string) => {
      await takeLongest(page);
      await act();
      await editor.getByText(words).first().waitFor();
      await page.waitForTimeout(SETTLED_MS);
      return rounded(await takeLongest(page));
    };
    const edit = page.getByRole("button", { name: "Edit plan" });
    return {
      open: await longestOf(() => edit.click(), "nothing staged"),
      add: await longestOf(() => editor.getByRole("button", { name: "Add task" }).click(), "1 staged change"),
      undo: await longestOf(() => editor.getByRole("button", { name: /^Undo/ }).click(), "nothing staged"),
    };
  });
  return [
    {
      row: "ms of the longest main-thread task while a plan of 1 000 tasks is edited on the canvas",
      value: Math.max(...Object.values(figures)),
      target: 100,
      figures,
    },
  ];
}
