const YEAR_S = 365 * 24 * 3_600;

/** What this browser tells the server with every request, for a year. */
export const keepCookie = (name: string, value: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to set it is not in every browser.
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`;
};
