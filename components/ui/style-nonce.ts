/** The nonce of the page's own scripts, which its policy wants on style elements too; none outside a browser. */
export function pageNonce(): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce || undefined;
}

/**
 * Dialogs stop the page behind them from scrolling by a style element; the library that makes it looks for
 * the nonce under this name.
 */
const nonce = pageNonce();
if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
