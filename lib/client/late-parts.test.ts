import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { holdBackFaults } from "./late-parts";

/** A page with a part that does not come, from a server that answers the given question. */
function pageWith({ address, answersAt }: { address: string; answersAt: number }) {
  const did: string[] = [];
  let listener: (event: Event) => void = () => {};
  const root = {
    addEventListener(_: string, added: unknown) {
      listener = added as typeof listener;
    },
  };
  const answers = async () => did.push("ask") >= 0 && did.filter((one) => one === "ask").length >= answersAt;
  holdBackFaults(root, { answers, wait: async () => void did.push("wait") });
  const told = Promise.withResolvers<void>();
  const part = Object.assign(new EventTarget(), { src: address });
  // As in a page: what listens above hears of it first, and may keep it.
  const fail = () => {
    let isKept = false;
    const event = {
      target: part,
      stopImmediatePropagation() {
        isKept = true;
      },
    };
    listener(event as unknown as Event);
    if (isKept) return;
    did.push("told");
    told.resolve();
  };
  part.addEventListener("error", fail);
  return { did, fail, told: told.promise };
}

it("tells that a part did not come once the server answers, and not before", async () => {
  const { did, fail, told } = pageWith({ address: "http://host/_next/static/chunks/a.js", answersAt: 3 });
  fail();
  await told;
  expect(did).toEqual(["ask", "wait", "ask", "wait", "ask", "told"]);
});

it("tells at once what is no part of the page", () => {
  const { did, fail } = pageWith({ address: "http://host/picture.js", answersAt: 1 });
  fail();
  expect(did).toEqual(["told"]);
});

/** Whose parts come together, in the room that `GateContext` keeps for all that stands below its question. */
const TOGETHER = ["components/approvals/context/money-so-far.tsx"];

it("parts of pages that come late have something in their place: without it all of the page would make way", () => {
  const files = globSync("{app,components}/**/*.tsx", { cwd: new URL("../..", import.meta.url) });
  expect(files.length).toBeGreaterThan(300);
  const without = files.filter((name) => {
    const source = readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
    const parts = source.match(/\bdynamic\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)/g) ?? [];
    const isRoomless = parts.some((part) => !/loading|ssr: false/.test(part));
    return isRoomless && !source.includes("<Suspense");
  });
  expect(without.sort()).toEqual(TOGETHER);
});
