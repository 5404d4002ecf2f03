import { type BrowserContext, test as base, expect } from "@playwright/test";
import { resolveBrowser } from "../scripts/browser";
import { cookiesVariable, serverVariable } from "./global-setup";
import { addressOf, startServer, type TestServer, type TestServerOptions } from "./server";

export { expect };

interface Fixtures {
  /** Faults that a journey provokes; any other on one of its pages fails it. */
  expectedFault: RegExp | null;
  /**
   * Whether pages fetch ahead what their links lead to, which is a quarter of what opening one costs: for journeys about
   * the navigation. In the others a link that is followed fetches its page then.
   */
  fetchesAhead: boolean;
  /** Fails a test by what was seen on its pages. */
  withoutFaults: undefined;
  /**
   * Starts a server beside the shared one, for a test that stops, kills or configures it. Its pages and `request` are
   * let in there too.
   */
  startServer(options?: TestServerOptions): Promise<TestServer>;
}

/** Playwright's `test` with a Chromium that runs on this machine and the server of the global set-up. */
export const test = base.extend<Fixtures>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { executablePath, args, env } = await resolveBrowser();
      await use({ ...launchOptions, executablePath, args, env: definedOnly(env) });
    },
    { scope: "worker" },
  ],
  baseURL: async ({ baseURL }, use) => {
    const link = process.env[serverVariable];
    await use(link ? addressOf(link).url : baseURL);
  },
  storageState: async ({ browserName: _unused }, use) =>
    use({ cookies: JSON.parse(process.env[cookiesVariable] ?? "[]"), origins: [] }),
  expectedFault: [null, { option: true }],
  fetchesAhead: [false, { option: true }],
  context: async ({ context, fetchesAhead }, use) => {
    if (!fetchesAhead) await context.addInitScript(refuseFetchingAhead);
    await use(context);
  },
  browser: [
    async ({ browser }, use) => {
      browser.on("context", watchForFaults);
      await use(browser);
    },
    { scope: "worker" },
  ],
  withoutFaults: [
    async ({ expectedFault }, use) => {
      faults.length = 0;
      isWatching = true;
      await use(undefined);
      expect(faults.filter((fault) => !expectedFault?.test(fault))).toEqual([]);
    },
    { auto: true },
  ],
  startServer: async ({ context, request }, use) => {
    const servers: TestServer[] = [];
    await use(async (options) => {
      const server = await startServer(options);
      servers.push(server);
      await Promise.all([context.request.get(server.link), request.get(server.link)]);
      return server;
    });
    // Pages that are still open lose their server.
    if (servers.length > 0) isWatching = false;
    await Promise.all(servers.map((server) => server.stop()));
  },
});

/** Runs in the page: what the router fetches ahead has nothing in it, so that it asks again once it needs it. */
function refuseFetchingAhead(): void {
  const { fetch } = window;
  window.fetch = (about, init) =>
    new Headers(init?.headers).has("next-router-prefetch")
      ? Promise.resolve(new Response(null, { status: 204 }))
      : fetch(about, init);
}

/** What the pages of this test process's browser have met with, in contexts that a test opens by itself too. */
const faults: string[] = [];
let isWatching = true;

/** Refusals, for which journeys ask, and the server's word that it is not well, for which pages do. */
const ANSWERS = /status of (?:4|503 .*\/api\/v1\/health$)/;
/** What a page is made of, which no server refuses. */
const PARTS = /\/_next\/|\.(?:ico|png|svg|webmanifest|woff2?)(?:\?|$)/;

const BUSY = /Failed to load resource: .* status of 503 /;

/**
 * Errors of scripts, what the content security policy refuses, what the server failed at and what did not come at all, on
 * all pages of a context. A fault names the page and what it asked for. A server that asks for patience has failed at
 * nothing once it has given what was asked for again.
 */
function watchForFaults(context: BrowserContext): void {
  const note = (fault: string) => {
    if (isWatching) faults.push(fault);
  };
  context.on("response", (response) => {
    const isMade = (fault: string) => BUSY.test(fault) && fault.endsWith(` ${response.url()}`);
    if (response.ok()) faults.splice(0, faults.length, ...faults.filter((fault) => !isMade(fault)));
  });
  context.on("weberror", (error) => note(error.error().message));
  context.on("console", (message) => {
    const text = `${message.text()} ${message.location().url}`;
    const isMissing = text.startsWith("Failed to load resource");
    const isAnswer = isMissing && ANSWERS.test(text) && !PARTS.test(message.location().url);
    if (message.type() === "error" && !isAnswer) note(`${message.page()?.url()}: ${text}`);
  });
}

/**
 * One server beside the shared one for the tests of a file or a group, which then run in order. Each finds it as the one
 * before has left it, and is let in.
 */
export function serverOfGroup(options?: TestServerOptions): () => TestServer {
  let server: TestServer | undefined;
  const started = () => {
    if (!server) throw new Error("The server of the group has not been started");
    return server;
  };
  test.describe.configure({ mode: "serial", timeout: 180_000 });
  test.beforeAll(async () => {
    server = await startServer(options);
  });
  test.beforeEach(async ({ context, request }) => {
    await Promise.all([context.request.get(started().link), request.get(started().link)]);
  });
  test.afterAll(() => server?.stop());
  return started;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}
