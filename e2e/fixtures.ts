import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { resolveBrowser } from "../scripts/browser";
import { cookiesVariable, serverVariable } from "./global-setup";
import { addressOf, startServer, type TestServer, type TestServerOptions } from "./server";

export { expect };

/** The Cumulative Layout Shift that a visit of a page may have, also while lists and runs live on: less than anybody notices. */
const UNNOTICED = 0.02;

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
    // A page reports what moves with its last picture a moment after it.
    await Promise.all(context.pages().map((page) => page.evaluate(untilPainted).catch(() => undefined)));
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
      shifts.clear();
      isWatching = true;
      await use(undefined);
      expect(faultsSoFar().filter((fault) => !expectedFault?.test(fault))).toEqual([]);
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
/** What has moved on them by itself, by visits. */
const shifts = new Map<string, string>();
let isWatching = true;

/** What this test would fail by if it ended now. */
export const faultsSoFar = (): string[] => [...faults, ...shifts.values()];

/** Leaves out of account what moved on this visit until now, such as all that comes while a page loads. */
export async function forgetShifts(page: Page): Promise<void> {
  const visit = await page.evaluate(() => {
    dispatchEvent(new Event("forget-shifts"));
    return String(performance.timeOrigin);
  });
  shifts.delete(visit);
}

/** Refusals, for which journeys ask, and the server's word that it is not well, for which pages do. */
const ANSWERS = /status of (?:4|503 .*\/api\/v1\/health$)/;
/** What a page is made of, which no server refuses. */
const PARTS = /\/_next\/|\.(?:ico|png|svg|webmanifest|woff2?)(?:\?|$)/;

const BUSY = /Failed to load resource: .* status of 503 /;

/** How a page begins to tell its console of a shift, which gets through when the page is left, too. */
const SHIFT_MARK = "layout-shift ";

/**
 * Errors of scripts, what the content security policy refuses, what the server failed at, what did not come at all, and
 * what moves by itself, on all pages of a context. A fault names the page and what it asked for. A server that asks for patience has failed at
 * nothing once it has given what was asked for again.
 */
function watchForFaults(context: BrowserContext): void {
  const note = (fault: string) => {
    if (isWatching) faults.push(fault);
  };
  void context.addInitScript(tellShifts, { mark: SHIFT_MARK, most: UNNOTICED });
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
    if (!isWatching || !text.startsWith(SHIFT_MARK)) return;
    const { visit, moved } = JSON.parse(message.text().slice(SHIFT_MARK.length));
    shifts.set(visit, moved);
  });
}

type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/**
 * Runs in the page: tells of the greatest session window of a document's life, as web vitals define it, once more moves
 * there than anybody should see: unasked, up to a second apart and five in all. Asked for is what moves within half a
 * second after an input, or after what the page fetched because of it has come, which takes a busy server longer. The time
 * is counted in beats of the page, which a busy machine has fewer of.
 */
function tellShifts({ mark, most }: { mark: string; most: number }): void {
  if (window.top !== window) return;
  let [sum, first, last, greatest] = [0, 0, 0, most];
  let moved: string[] = [];
  const [beatMs, soon, longest] = [50, 10, 100];
  const beats: number[] = [];
  setInterval(() => beats.push(performance.now()), beatMs);
  /** When so many beats have passed since a moment; never yet, while they have not. */
  const beatsAfter = (at: number, count: number) =>
    beats.filter((beat) => beat >= at)[count] ?? Number.POSITIVE_INFINITY;
  const acts: number[] = [];
  const act = () => void acts.push(performance.now());
  // A test fills a field without the keys that a person presses, and shows a page as it is printed.
  for (const type of ["pointerdown", "click", "keydown", "input", "change"])
    addEventListener(type, act, true);
  performance.setResourceTimingBufferSize(10_000);
  const isAnswer = (at: number) => {
    const fetched = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).sort(
      (one, other) => one.startTime - other.startTime,
    );
    return acts.some((actedAt) => {
      // A page hears that it is to be printed after it is laid out for that.
      if (at < actedAt - beatMs * soon || at > beatsAfter(actedAt, longest)) return false;
      let until = beatsAfter(actedAt, soon);
      // Fetched because of what came, it is asked for, too.
      for (const { startTime, responseEnd } of fetched)
        if (startTime >= actedAt && startTime <= until)
          until = Math.max(until, beatsAfter(responseEnd, soon));
      return at <= until;
    });
  };
  const media = [matchMedia("print"), matchMedia("(prefers-reduced-motion)")];
  for (const query of media) query.addEventListener("change", act);
  const elementOf = (node: Node | null) => (node instanceof Element ? node : node?.parentElement);
  const placeOf = ({ x, y, width, height }: DOMRectReadOnly) =>
    `${[x, y].map(Math.round)} ${[width, height].map(Math.round).join("x")}`;
  const add = ({ value, startTime, hadRecentInput, sources }: LayoutShift) => {
    // Messages about other runs of the workspace come and go as they like, over the page.
    const isMessage = sources.every(({ node }) => elementOf(node)?.closest('[aria-label="Messages"]'));
    if (hadRecentInput || isMessage || isAnswer(startTime)) return;
    if (startTime - last > 1_000 || startTime - first > 5_000) [sum, first, moved] = [0, startTime, []];
    last = startTime;
    sum += value;
    for (const { node, previousRect, currentRect } of sources) {
      const html = elementOf(node)?.outerHTML.slice(0, 120);
      moved.push(`${Math.round(startTime)} ms: ${placeOf(previousRect)} -> ${placeOf(currentRect)} ${html}`);
    }
    if (sum <= greatest) return;
    greatest = sum;
    const words = `${location.href}, ${innerWidth} wide, moved by ${sum.toFixed(4)}\n${moved.join("\n")}`;
    console.debug(mark + JSON.stringify({ visit: String(performance.timeOrigin), moved: words }));
  };
  const observer = new PerformanceObserver((list) => (list.getEntries() as LayoutShift[]).forEach(add));
  observer.observe({ type: "layout-shift", buffered: true });
  addEventListener("forget-shifts", () => {
    observer.takeRecords();
    [sum, first, last, greatest, moved] = [0, 0, 0, most, []];
  });
  addEventListener("pagehide", () => (observer.takeRecords() as LayoutShift[]).forEach(add));
}

/** Runs in the page. */
const untilPainted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));

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
