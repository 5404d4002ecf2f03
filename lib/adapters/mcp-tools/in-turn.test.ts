import { expect, it } from "vitest";
import { deliverInTurn } from "./in-turn";

type Handler = NonNullable<Parameters<typeof deliverInTurn>[0]["onmessage"]>;

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
  deliverInTurn(transport);
  transport.onmessage({ jsonrpc: "2.0", method: "one" });
  transport.onmessage({ jsonrpc: "2.0", method: "two" });
  transport.onmessage({ jsonrpc: "2.0", id: 1, result: {} });
  await ended;
  expect(handled).toEqual(["one", "two", "answer"]);
});
