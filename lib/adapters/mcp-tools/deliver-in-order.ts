import type { Transport } from "@modelcontextprotocol/client";

/** More than any server has to say at a moment. */
export const MAX_WAITING = 20_000;

/**
 * Lets the SDK handle each notice before the next message reaches it. It would otherwise forget the progress of a call
 * whose answer arrives together with it. Of a server that sends faster than anybody reads `onFlood` is called, once, and
 * nothing more is kept.
 */
export function deliverInOrder(transport: Pick<Transport, "onmessage">, onFlood: () => void): void {
  const { onmessage: deliver } = transport;
  let previous = Promise.resolve();
  let waiting = 0;
  let flooded = false;
  transport.onmessage = (message, extra) => {
    if (flooded) return;
    waiting += 1;
    if (waiting > MAX_WAITING) {
      flooded = true;
      return onFlood();
    }
    previous = previous.then(async () => {
      waiting -= 1;
      if (flooded) return;
      deliver?.(message, extra);
      if ("method" in message && !("id" in message)) await new Promise<void>((done) => setImmediate(done));
    });
  };
}
