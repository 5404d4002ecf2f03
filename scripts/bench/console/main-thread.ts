import type { Page } from "@playwright/test";

/** Tasks of the main thread, as gaps between messages that a page sends to itself. */
export async function watchMainThread(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    let longest = 0;
    let last = performance.now();
    port1.onmessage = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      port2.postMessage(0);
    };
    port2.postMessage(0);
    const takeLongest = () => {
      const taken = longest;
      longest = 0;
      return taken;
    };
    Object.assign(window, { takeLongest });
  });
}

/** The longest in milliseconds since this was asked last. */
export const takeLongest = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { takeLongest(): number }).takeLongest());
