import { expect, test } from "vitest";
import { deferred } from "@/lib/testing/deferred";
import { merge } from "./merge";

async function* listed<T>(...items: T[]) {
  yield* items;
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}

test("all items of all sources come, each source in its order", async () => {
  const items = await collect(merge([listed("a1", "a2", "a3"), listed("b1", "b2"), listed<string>()]));
  expect(items.filter((item) => item.startsWith("a"))).toEqual(["a1", "a2", "a3"]);
  expect(items.filter((item) => item.startsWith("b"))).toEqual(["b1", "b2"]);
  expect(await collect(merge([]))).toEqual([]);
});

test("no source is read ahead of the reader", async () => {
  let made = 0;
  async function* counting() {
    for (;;) yield ++made;
  }
  const merged = merge([counting()]);
  await merged.next();
  await merged.next();
  expect(made).toBeLessThanOrEqual(2);
  await merged.return(undefined);
});

test("a silent source holds nothing up, and leaving ends the others", async () => {
  const ended = deferred<void>();
  async function* endless() {
    try {
      for (let n = 0; ; n += 1) yield n;
    } finally {
      ended.resolve();
    }
  }
  async function* silent(): AsyncGenerator<number> {
    await new Promise(() => {});
  }
  for await (const item of merge([silent(), endless()])) if (item === 3) break;
  await ended.promise;
});

test("the first failure ends the stream", async () => {
  async function* failing(): AsyncGenerator<string> {
    yield "a";
    throw new Error("gone");
  }
  await expect(collect(merge([failing()]))).rejects.toThrow("gone");
});
