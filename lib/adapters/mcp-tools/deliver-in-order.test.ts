import { expect, it } from "vitest";
import { deliverInOrder, MAX_WAITING } from "./deliver-in-order";

type Handler = NonNullable<Parameters<typeof deliverInOrder>[0]["onmessage"]>;

it("handles a notice before the answer that arrives together with it", async () => {
  const handled: string[] = [];
  let last = () => {};
  const ended = new Promise<void>((resolve) => {
    last = resolve;
  });
  const transport: { onmessage: Handler } = {
    // As the SDK does: notices are handled in a later turn, answers at once.
    onmessage(message) {
      if ("method" in message) void Promise.resolve().then(() => handled.push(message.method));
      else {
        handled.push("answer");
        last();
      }
    },
  };
  deliverInOrder(transport, () => {});
  transport.onmessage({ jsonrpc: "2.0", method: "one" });
  transport.onmessage({ jsonrpc: "2.0", method: "two" });
  transport.onmessage({ jsonrpc: "2.0", id: 1, result: {} });
  await ended;
  expect(handled).toEqual(["one", "two", "answer"]);
});

it("tells of a flood once, and keeps nothing more of it", async () => {
  let handled = 0;
  let floods = 0;
  const transport: { onmessage: Handler } = {
    onmessage() {
      handled += 1;
    },
  };
  deliverInOrder(transport, () => {
    floods += 1;
  });
  for (let n = 0; n < MAX_WAITING + 10; n += 1) transport.onmessage({ jsonrpc: "2.0", method: "one" });
  await new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(floods).toBe(1);
  expect(handled).toBe(0);
});
