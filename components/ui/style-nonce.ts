/**
 * Dialogs and menus stop the page behind them from scrolling by a style element; the page's policy wants the nonce
 * of its own scripts on it, and the library looks for that under this name.
 */
if (typeof document !== "undefined") {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
