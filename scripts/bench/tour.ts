import type { Page } from "@playwright/test";
import { startServer } from "@/e2e/server";
import { buildIfStale } from "../lib/build";
import { withBrowser } from "./console/browser";
import { type Measured, rounded, writeRows } from "./results";

/** Of five minutes, reading takes the rest. */
const WAITING_S = 90;
const CSV = "customer,total\nada,30\nbob,12\n";

/** A step of the tour: what one does, and for what one then waits. */
type Step = { part: Part; act(): Promise<unknown>; until(): Promise<unknown> };
type Part = (typeof PARTS)[number];
const PARTS = ["start", "plan", "reviews", "gate", "time", "pasted", "files", "settings"] as const;

/** How long the tour of the README makes people wait: every step in a browser, on an empty data folder, at the pace of `npm start`. */
export async function benchTour(): Promise<boolean> {
  await buildIfStale(new AbortController().signal, console.log);
  const waited: Record<Part, number> = Object.fromEntries(PARTS.map((part) => [part, 0])) as never;
  const startedAt = performance.now();
  const server = await startServer({ env: { WAYMARK_SIMULATED_PACE: "natural" } });
  waited.start = performance.now() - startedAt;
  try {
    return await withBrowser(server, (visit) =>
      visit(async (page) => {
        for (const { part, act, until } of stepsOf(page, server.url)) {
          const begunAt = performance.now();
          await act();
          await until();
          waited[part] += performance.now() - begunAt;
        }
        return writeRows("tour", rowsOf(waited));
      }),
    );
  } finally {
    await server.stop();
  }
}

function rowsOf(waitedMs: Record<Part, number>): Measured[] {
  const seconds = (...parts: readonly Part[]) =>
    rounded(parts.reduce((sum, part) => sum + waitedMs[part], 0) / 1_000);
  const figures = Object.fromEntries(PARTS.map((part) => [`${part}S`, seconds(part)]));
  return [
    {
      row: "seconds of waiting in the tour of five minutes, with Apply now",
      value: seconds(...PARTS),
      target: WAITING_S,
      figures,
    },
    { row: "seconds from the start of its sample to a plan", value: seconds("plan"), target: 10 },
    {
      row: "seconds from the start of its sample to the gate before production, with Apply now",
      value: seconds("plan", "reviews"),
      target: 45,
    },
  ];
}

/** What README.md says under "Five minutes", in its order. */
function stepsOf(page: Page, url: string): Step[] {
  const node = (task: string) => page.locator(`.react-flow__node [data-task="${task}"]`);
  const held = page.locator("[data-held]");
  const gate = page.locator("aside [data-gate]");
  const preview = page.getByRole("region", { name: "Plan preview" });
  const settings = page.getByRole("navigation", { name: "Settings" });
  const press = (name: string | RegExp) => () => page.getByRole("button", { name, exact: true }).click();
  const proposal = (words: string) => () => held.filter({ hasText: words }).waitFor();
  const completed = () => page.getByRole("status").filter({ hasText: "Completed" }).waitFor();
  // What comes with the page's scripts: before them nobody hears of a file.
  const listening = () => page.getByLabel("Token limit").waitFor({ state: "attached" });
  const applied = (until: Step["until"]): Step => ({
    part: "reviews",
    act: () => held.getByRole("button", { name: "Apply now" }).click(),
    until,
  });
  const visited = (name: string, heading: string | RegExp): Step => ({
    part: "settings",
    act: () => settings.getByRole("link", { name }).click(),
    until: () => page.getByRole("heading", { name: heading }).first().waitFor(),
  });
  return [
    {
      part: "start",
      act: () => page.goto(url),
      until: () => page.getByRole("heading", { name: "Welcome to Waymark" }).waitFor(),
    },
    {
      part: "plan",
      act: press("Run sample: Fraud model to production"),
      until: () => node("export_model").waitFor(),
    },
    { part: "reviews", act: async () => {}, until: proposal("CONTINUE") },
    applied(proposal("REPLAN")),
    applied(() => node("retrain_model").waitFor()),
    { part: "reviews", act: async () => {}, until: proposal("98.1 %") },
    applied(() => gate.waitFor()),
    {
      part: "gate",
      act: () => gate.getByRole("button", { name: "Approve", exact: true }).click(),
      until: () => gate.getByRole("button", { name: "Yes, approve" }).waitFor(),
    },
    { part: "gate", act: () => gate.getByRole("button", { name: "Yes, approve" }).click(), until: completed },
    { part: "gate", act: press("View answer"), until: () => page.getByTestId("answer").waitFor() },
    {
      part: "time",
      act: () => page.getByRole("tab", { name: "Timeline" }).click(),
      until: () => page.getByRole("slider", { name: "Moment of the run" }).waitFor(),
    },
    {
      part: "time",
      act: () => page.getByRole("slider", { name: "Moment of the run" }).fill("20"),
      until: () => page.locator("[data-moment='20']").waitFor(),
    },
    { part: "pasted", act: () => page.goto(`${url}/runs/new`), until: listening },
    {
      part: "pasted",
      act: () => page.getByText("Paste a plan (optional)").click(),
      until: () => page.getByRole("button", { name: "Insert an example" }).waitFor(),
    },
    {
      part: "pasted",
      act: press("Insert an example"),
      until: () => preview.locator("[data-task], [data-id]").first().waitFor(),
    },
    {
      part: "pasted",
      act: () => preview.locator('[data-id="step_2"], [data-task="step_2"]').first().click(),
      until: () => page.getByRole("button", { name: "Add a predicate" }).waitFor(),
    },
    {
      part: "pasted",
      act: async () => {
        await page.getByRole("button", { name: "Add a predicate" }).click();
        await page.getByRole("textbox", { name: "Predicate" }).click();
        await page.keyboard.type('(> (count (get data/result "items")) 0)');
      },
      until: () => page.getByRole("status", { name: "Predicate outcome" }).waitFor(),
    },
    { part: "files", act: () => page.goto(`${url}/runs/new`), until: listening },
    {
      part: "files",
      act: () =>
        page
          .getByLabel("Files to attach")
          .setInputFiles([{ name: "sales.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) }]),
      until: () => page.getByRole("listitem").filter({ hasText: "Attached, " }).waitFor(),
    },
    {
      part: "files",
      act: async () => {
        await page.getByRole("textbox", { name: "Mission", exact: true }).fill("Who bought most?");
        await page.getByRole("button", { name: "Start mission" }).click();
      },
      // It is looked at while it works, as the README has it.
      until: () => page.locator(".react-flow__node [data-task]").first().waitFor(),
    },
    {
      part: "files",
      act: () => page.getByRole("tab", { name: "Cost" }).click(),
      until: () => page.getByRole("heading", { name: "By role" }).waitFor(),
    },
    { part: "settings", act: () => page.goto(`${url}/settings/models`), until: () => settings.waitFor() },
    visited("MCP servers", /MCP/),
    visited("Tool policies", /polic/i),
    visited("Notifications", "Channels"),
  ];
}
