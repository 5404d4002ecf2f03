import { describe, expect, it } from "vitest";
import { MAX_SHOWN_IMAGE_BYTES } from "@/lib/core/attachments";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine } from "@/lib/testing/engine/memory-engine";
import { createScriptedRun } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel, type ModelOverrides } from "@/lib/testing/models/scripted-model";
import { promptOf } from "../model/call-model";
import { shownFiles } from "./attachments";

const TASK = { id: "t", title: "Look", agent: "worker" };
const image = { id: "i", name: "scan.png", mediaType: "image/png", bytes: 3, digest: "di" };
const pdf = { id: "p", name: "contract.pdf", mediaType: "application/pdf", bytes: 3, digest: "dp" };
const csv = { id: "c", name: "sales.csv", mediaType: "text/csv", bytes: 3, digest: "dc" };
const content = new TextEncoder().encode("abc");

async function firstMessage(modelOverrides: ModelOverrides) {
  const run = await createScriptedRun([TASK], { modelOverrides, more: { attachments: [image, pdf, csv] } });
  for (const { id } of [image, pdf, csv]) run.engine.store.files.set(id, { preview: "", content });
  await (await run.lease()).ended;
  const request = run.model.requests[0];
  const [first] = request?.messages ?? [];
  if (!request || first?.role !== "user") throw new Error("Nothing was asked");
  return { request, files: first.files, reported: readJsonBlock(first.text, "attachments") };
}

describe("the files of a mission", () => {
  it("go to a model that takes them as they are, which is told so", async () => {
    const { files, reported } = await firstMessage({ images: true, pdf: true });
    expect(files).toEqual([
      { name: "scan.png", mediaType: "image/png", digest: "di", base64: "YWJj" },
      { name: "contract.pdf", mediaType: "application/pdf", digest: "dp", base64: "YWJj" },
    ]);
    expect(reported).toMatchObject([
      { name: "scan.png", kind: "image", shown: true },
      { name: "contract.pdf", kind: "pdf", shown: true },
      { name: "sales.csv", kind: "csv" },
    ]);
  });

  it("are named alone to one that takes text", async () => {
    const { files, reported } = await firstMessage({});
    expect(files).toBeUndefined();
    expect(JSON.stringify(reported)).not.toContain("shown");
  });

  it("are told apart by their digests, not by their contents", async () => {
    const { request } = await firstMessage({ images: true });
    const [first] = request.messages;
    const changed = (more: object) => ({
      ...request,
      messages: [
        {
          ...first,
          files: [{ name: "scan.png", mediaType: "image/png", digest: "di", base64: "x", ...more }],
        },
      ] as never,
    });
    expect(promptOf(changed({})).digest).toBe(promptOf(request).digest);
    expect(promptOf(changed({ digest: "other" })).digest).not.toBe(promptOf(request).digest);
  });

  it("are left out where a request has no room for them", async () => {
    const large = { ...image, id: "l", name: "large.jpg", bytes: MAX_SHOWN_IMAGE_BYTES + 1 };
    const long = (id: string) => ({ ...pdf, id, name: `${id}.pdf`, bytes: 6 * 1024 * 1024 });
    const state = () => ({ attachments: [large, long("a"), long("b"), image] }) as never;
    const reads = { attachment: async () => content } as never;
    const info = { id: "m", provider: "m", simulated: false, images: true, pdf: true };
    const shown = await shownFiles({ runId: "r", reads, state }, info);
    expect(shown.map(({ name }) => name)).toEqual(["a.pdf", "scan.png"]);
  });
});

it("the planner sees the files that its model takes, and reads which they are", async () => {
  const model = createScriptedModel(
    ({ role }) => (role === "planner" ? JSON.stringify({ title: "Plan", tasks: [TASK] }) : "done"),
    { images: true },
  );
  const engine = createMemoryEngine({ model });
  for (const { id } of [image, csv]) engine.store.files.set(id, { preview: "", content });
  await engine.create("Look at it", undefined, {}, { attachments: [image, csv] });
  await (await engine.lease()).ended;
  const [first] = model.requests[0]?.messages ?? [];
  if (first?.role !== "user") throw new Error("Nothing was asked");
  expect(first.files?.map(({ name }) => name)).toEqual(["scan.png"]);
  expect(readJsonBlock(first.text, "attachments")).toMatchObject([
    { name: "scan.png", shown: true },
    { name: "sales.csv" },
  ]);
});
