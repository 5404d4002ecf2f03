const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { display: grid; min-height: 100dvh; margin: 0; place-items: center; }
  main { max-width: 34rem; padding: 1.5rem; }
  h1 { font-size: 1.25rem; }
  code { font-family: ui-monospace, monospace; background: #8883; border-radius: 0.3rem; white-space: nowrap; padding: 0.1rem 0.35rem; }
`;

/** The one page that strangers get, whatever they ask for; it says where the address is found, and nothing of what is here. */
export function lockPage(tokenRefused: boolean, nonce: string): string {
  const refused = tokenRefused ? "<p><strong>This address is no longer valid.</strong></p>" : "";
  return html(
    `<style nonce="${nonce}">${STYLE}</style>`,
    `<main><h1>Waymark is locked</h1>${refused}
<p>Open the address with the access token, which <code>npm start</code> prints. <code>npm run link</code> prints it again.</p>
<p>This browser stays signed in for 30 days after its last visit.</p></main>`,
  );
}

/** Asks for the same address once more, from this site: a browser sends no session when another site's link begins. */
export const reloadPage = (): string =>
  html(`<meta http-equiv="refresh" content="0">`, `<p><a href="">Continue to Waymark</a></p>`);

const html = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Waymark</title>${head}</head><body>${body}</body></html>`;
