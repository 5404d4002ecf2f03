const LATEST_MS = 2_000;

let settled: Promise<void> | undefined;

/**
 * Resolves once the page has come in whole and has nothing left to do: its parts take over what the server rendered one
 * after the other, and news that arrive between them would be shown by one and unknown to the next.
 */
export function pageSettled(): Promise<void> {
  settled ??= new Promise((resolve) => {
    const whenIdle = () => {
      if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
      else setTimeout(resolve, 100);
    };
    if (document.readyState === "complete") whenIdle();
    else window.addEventListener("load", whenIdle, { once: true });
  });
  return settled;
}
