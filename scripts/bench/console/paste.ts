import type { TestServer } from "@/e2e/server";
import { type Measured, median, rounded } from "../results";
import type { Visit } from "./browser";
import { takeLongest, watchMainThread } from "./main-thread";
import { gatedPlan } from "./plans";

const PASTES = 3;
const KEYS = 30;

type Paste = { readMs: number; placedMs: number; longestMs: number };

/** How soon a plan of 1 000 tasks that is pasted is read and drawn, and whether one can type in the meantime. */
export async function pasteRows(server: TestServer, visit: Visit): Promise<Measured[]> {
  const pastes: Paste[] = [];
  for (let n = 0; n < PASTES; n += 1) pastes.push(await visit((page) => pasteOnce(page, server)));
  const of = (key: keyof Paste) => rounded(median(pastes.map((paste) => paste[key])));
  return [
    { row: "ms until a pasted plan of 1 000 tasks is read and checked", value: of("readMs"), target: 1_000 },
    { row: "ms until the tasks of that plan have their final places", value: of("placedMs"), target: 2_000 },
    {
      row: "ms of the longest main-thread task while a plan of 1 000 tasks is typed in",
      value: of("longestMs"),
      target: 50,
      figures: { keys: KEYS },
    },
  ];
}

async function pasteOnce(page: Parameters<Parameters<Visit>[0]>[0], server: TestServer): Promise<Paste> {
  await page.goto(`${server.url}/runs/new`);
  await page.getByText("Paste a plan (optional)").click();
  const text = page.getByLabel("Plan (JSON or text)");
  // One letter first: what the page loads for a preview is there when the plan comes.
  await text.fill("{");
  await page.getByText("Not a valid plan yet").waitFor();
  const startedAt = Date.now();
  await text.fill(JSON.stringify(gatedPlan(1_000)));
  await page.getByText("1000 tasks in").waitFor();
  const readMs = Date.now() - startedAt;
  await page.locator("[data-far-tasks]").waitFor({ state: "attached" });
  const placedMs = Date.now() - startedAt;
  await watchMainThread(page);
  await text.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await takeLongest(page);
  for (let key = 0; key < KEYS; key += 1) await page.keyboard.press("Space");
  return { readMs, placedMs, longestMs: await takeLongest(page) };
}
