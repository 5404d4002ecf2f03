import type { Transport } from "@modelcontextprotocol/client";

/**
 * Lets the SDK handle each notice before the next message reaches it. It would otherwise forget the progress of a call
 * whose answer arrives together with it.
 */
export function deliverInTurn(transport: Pick<Transport, "onmessage">): void {
  const { onmessage: deliver } = transport;
  let before = Promise.resolve();
  transport.onmessage = (message, extra) => {
    before = before.then(async () => {
      deliver?.(message, extra);
      if ("method" in message && !("id" in message)) await new Promise<void>((done) => setImmediate(done));
    });
  };
}
