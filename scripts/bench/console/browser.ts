import { type BrowserContext, chromium, type Page } from "@playwright/test";
import type { TestServer } from "@/e2e/server";
import { resolveBrowser } from "../../browser";

/** Opens a page that has nothing cached, and closes it after `look`. */
export type Visit = <T>(look: (page: Page) => Promise<T>) => Promise<T>;

/** Starts Chromium; each visit has a profile of its own that the server lets in. */
export async function withBrowser<T>(server: TestServer, work: (visit: Visit) => Promise<T>): Promise<T> {
  const { executablePath, args, env } = await resolveBrowser();
  const defined = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const browser = await chromium.launch({ executablePath, args, env: defined });
  const visit: Visit = async (look) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    try {
      return await look(await letIn(context, server));
    } finally {
      await context.close();
    }
  };
  try {
    return await work(visit);
  } finally {
    await browser.close();
  }
}

async function letIn(context: BrowserContext, server: TestServer): Promise<Page> {
  await context.request.get(server.link);
  return context.newPage();
}

/** Creates a run over HTTP, and gives its id. */
export async function createRun(server: TestServer, input: object): Promise<string> {
  const response = await fetch(`${server.url}/api/v1/runs`, {
    method: "POST",
    headers: { ...server.authorization, "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return ((await response.json()) as { runId: string }).runId;
}
