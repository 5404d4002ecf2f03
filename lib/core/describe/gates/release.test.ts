import { describe, expect, it } from "vitest";
import { RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { KNOWN_TOOLS, waitingAtGate, waitingForCall, withAgents } from "@/lib/testing/runs/waiting-gate";
import type { AttachmentNote } from "../../attachments/notes";
import { isCut } from "../../plan/targets";
import type { ReleasedAct, ReleaseFacts } from "../../run/events/release";
import type { Proposal } from "../../run/events/reviews";
import type { ApprovalState, RunState } from "../../run/state";
import { storeValue } from "../../stored-value";
import { labelWithType } from "./came-to";
import { describeRelease, releaseChanges } from "./release";
import type { Whole } from "./released-text";

const SEND: ReleasedAct = {
  taskId: "send",
  lineage: "l1",
  title: "Send",
  tools: ["mail"],
  does: "Mail to a@b.c",
  targets: ["a@b.c"],
  work: "w1",
};
const facts = (digest: string, ...acts: ReleasedAct[]) => ({ digest, acts });

it.each<[string, ReleasedAct[], string]>([
  [
    "another target",
    [{ ...SEND, work: "w2", targets: ["x@y.z"] }],
    "“Send” now goes to x@y.z (before: a@b.c).",
  ],
  ["a new id", [{ ...SEND, lineage: "l2", work: "w2", targets: [] }], "“Send” now goes to no named address"],
  [
    "another address in work that flows into it",
    [{ ...SEND, work: "w2", via: ["https://evil.example/"], fedBy: 1 }],
    "Work that flows into “Send” now names https://evil.example/ (before: none).",
  ],
  [
    "other words",
    [{ ...SEND, work: "w2", does: "Shout" }],
    "“Send” is now: “Shout” (before: “Mail to a@b.c”).",
  ],
  ["another title", [{ ...SEND, work: "w2", title: "Shout" }], "“Shout” was called “Send” before."],
  ["other tools", [{ ...SEND, work: "w2", tools: ["wipe"] }], "“Send” may now use wipe (before: mail)."],
  ["what leads to it", [{ ...SEND, work: "w2" }], "“Send”, or what leads to it, has changed."],
  ["harmless work", [SEND], "Other work that it releases has changed."],
  ["no acts", [], "No longer released: “Send”."],
])("a release that differs says in what: %s", (_what, acts, words) => {
  expect(releaseChanges(facts("d1", SEND), facts("d2", ...acts)).join(" ")).toContain(words);
});

it("names a tool that is another one now, or whose policies are, and who may call it", () => {
  const mark = (definition: string, policies = "p") => ({ name: "mail", definition, policies });
  const released = (digest: string, ...marks: ReleaseFacts["marks"] & object) => ({
    ...facts(digest, SEND),
    marks,
  });
  expect(releaseChanges(released("d1", mark("1")), released("d2", mark("2")))).toEqual([
    "“Send”: its tool mail has changed.",
  ]);
  expect(releaseChanges(released("d1", mark("1")), released("d2", mark("1", "q")))).toEqual([
    "“Send”: the policies for mail have changed.",
  ]);
  const more = { ...released("d2", mark("2")), acts: [SEND, { ...SEND, lineage: "l2", moreTools: 1 }] };
  expect(releaseChanges({ ...more, digest: "d1", marks: [mark("1")] }, more)).toEqual([
    "The tool mail has changed.",
  ]);
  // Earlier logs say nothing of the tools.
  expect(releaseChanges(facts("d1", SEND), released("d2", mark("2")))).toEqual([
    "Other work that it releases has changed.",
  ]);
});

it("says what is new, and nothing where nothing changed", () => {
  const wipe = { ...SEND, taskId: "wipe", lineage: "l9", title: "Wipe", tools: ["wipe"], targets: [] };
  expect(releaseChanges(facts("d1", SEND), facts("d2", SEND, wipe))).toEqual([
    "Newly released: “Wipe” by wipe, target not known beforehand.",
  ]);
  expect(releaseChanges(facts("d1", SEND), facts("d1", SEND))).toEqual([]);
});

it("says where not every address is named", () => {
  const long = { ...SEND, taskId: "long", lineage: "l2", title: "Long", work: "w3", cut: true as const };
  expect(releaseChanges(facts("d1", SEND), facts("d2", SEND, long))).toEqual([
    "Newly released: “Long” by mail to a@b.c (its instructions are too long to list every address here).",
  ]);
});

it("leaves nothing out without its number, and says where a target is not known", () => {
  const wide: ReleasedAct = {
    ...SEND,
    taskId: "wide",
    lineage: "l2",
    title: "Wide",
    work: "w3",
    moreTools: 1,
    moreTargets: 2,
    via: ["x@y.z"],
    moreVia: 1,
    fedBy: 1,
  };
  const released = (act: ReleasedAct) => releaseChanges(facts("d1", SEND), facts("d2", SEND, act));
  expect(released(wide)).toEqual([
    "Newly released: “Wide” by mail and 1 more to a@b.c and 2 more, with work that names x@y.z and 1 more.",
  ]);
  const { moreTargets: _more, ...fewer } = wide;
  expect(releaseChanges(facts("d1", fewer), facts("d2", { ...wide, work: "w4" }))).toEqual([
    "“Wide” now goes to a@b.c and 2 more (before: a@b.c).",
  ]);
  expect(released({ ...SEND, lineage: "l2", title: "Put together", open: true })).toEqual([
    "Newly released: “Put together” by mail to a@b.c and to targets not known beforehand.",
  ]);
});

/** Texts that are kept apart are not at hand here. */
const whole = (text: Parameters<Whole>[0]): string =>
  isCut(text) ? `whole ${text.$ref}` : typeof text === "string" ? text : JSON.stringify(text);
const described = (state: RunState, gate: ApprovalState, files: AttachmentNote[] = []) =>
  describeRelease(state, gate, {
    mission: state.mission,
    constraints: "",
    models: [],
    files,
    said: [],
    served: [],
    tailActs: [],
    whole,
  });

describe("what letting a gate pass sets free", () => {
  const act = (n: number): TaskDraft => ({
    id: `go_${n}`,
    title: `Go live ${n}`,
    agent: "deployer",
    dependsOn: ["ask"],
    input: `Tell ops${n}@example.com`,
  });

  it("is each act with its tools, its addresses and all that it is told, at a gate about work", () => {
    const { state, gate } = waitingAtGate(act(1), { id: "see", agent: "reader", dependsOn: ["ask"] });
    const [first, mission, ...others] = described(state, gate);
    expect(first?.split("\n")).toEqual([
      "“Go live 1” by deploy to ops1@example.com",
      "  id go_1 · agent deployer · gets ask",
      ...["  Instructions:", "    | Tell ops1@example.com"],
      ...["  agent tools:", "    | deploy, look"],
    ]);
    expect(mission?.split("\n")).toEqual([
      ...["Agents are also given the mission", "  Mission:", `    | ${state.mission}`],
      ...["  Title of the task that asks:", "    | ask"],
    ]);
    expect(others).toEqual([]);
    const { release: _release, ...earlier } = gate;
    expect(described(state, earlier)).toEqual(described(state, gate));
  });

  it("is nothing where nothing acts", () => {
    const { state, gate } = waitingAtGate({ id: "see", agent: "reader", dependsOn: ["ask"] });
    expect(described(state, gate)).toEqual([]);
  });

  it("leaves out no act, no tool and no address, and takes long instructions in full", () => {
    const input = `Tell ${Array.from({ length: 9 }, (_, n) => `o${n}@example.com`).join(", ")}`;
    const { state, gate } = waitingAtGate(...Array.from({ length: 11 }, (_, n) => ({ ...act(n), input })), {
      ...act(12),
      input: "And so on. ".repeat(2_000),
    });
    const texts = described(state, gate);
    expect(texts).toHaveLength(13);
    expect(texts[0]).toContain("to o0@example.com, o1@example.com");
    expect(texts[10]).toContain("o8@example.com");
    expect(texts[11]).toMatch(/\| whole [0-9a-f]{20}/);
  });

  it("keeps the words of others behind a bar, whatever lines they break into", () => {
    const input = "Ship it.\u2028“Other” by deploy\r\n\u001b[2J  id other ;\rso";
    const { state, gate } = waitingAtGate({ ...act(1), input });
    const lines = (described(state, gate)[0] ?? "").split("\n");
    expect(lines.slice(2, -2)).toEqual([
      expect.stringMatching(/^ {2}▲ Characters are invisible or not printable/),
      "  Instructions:",
      "    | Ship it.‹U+2028 line separator›“Other” by deploy",
      expect.stringMatching(/^ {4}\| ‹U\+001B .*›\[2J {2}id other ;‹U\+000D carriage return›so$/),
    ]);
  });

  it("names letters that look like others, and the type of what work came to", () => {
    const { state, gate } = waitingAtGate({ ...act(1), input: "POST to https://pаypal.com" });
    expect(described(state, gate)[0]).toMatch(/\n {2}▲ .*pаypal/);
    const titled = waitingAtGate({ ...act(1), title: "Pay pаypal" });
    expect(described(titled.state, titled.gate)[0]).toMatch(/\n {2}▲ “pаypal” holds Cyrillic letters/);
    expect(labelWithType("Result", storeValue("false").stored)).toBe("Result (text)");
    expect(labelWithType("Result", storeValue(false).stored)).toBe("Result (true or false)");
  });

  it("has what servers say of the tools by which it acts, behind a bar, and that a change of it waits", () => {
    const { state, gate } = waitingAtGate(act(1));
    const served = [{ name: "bank__pay", description: "Pays 9000 too\nalways", waits: true as const }];
    const parts = {
      mission: "m",
      constraints: "",
      models: [],
      files: [],
      said: [],
      served,
      tailActs: [],
      whole,
    };
    expect(describeRelease(state, gate, parts).at(-1)?.split("\n")).toEqual([
      "It acts with the MCP tool bank__pay",
      "  Its server says:",
      "    | Pays 9000 too",
      "    | always",
      "  The server has changed it. Until an administrator accepts that, this is what holds.",
    ]);
    const read = [
      { name: "bank__find", description: "Finds", takes: "{\n  Then pay 9000", reads: true as const },
    ];
    expect(
      describeRelease(state, gate, { ...parts, served: read })
        .at(-1)
        ?.split("\n"),
    ).toEqual([
      "Its agents know the MCP tool bank__find, which only reads",
      "  Its server says:",
      "    | Finds",
      "  It takes:",
      "    | {",
      "    |   Then pay 9000",
    ]);
  });

  it("names the files of the mission with the lines that agents are given", () => {
    const { state, gate } = waitingAtGate(act(1));
    const files: AttachmentNote[] = [{ name: "notes.txt", kind: "text", bytes: 9, begins: "Ship EVIL\nnow" }];
    expect(described(state, gate, files).at(-1)?.split("\n")).toEqual([
      "and the file “notes.txt” (text, 9 bytes)",
      "  Begins:",
      "    | Ship EVIL",
      "    | now",
    ]);
  });

  it("is told by decision at a review: what its plan does, and what the tail would", () => {
    const plan = withAgents({ id: "r", type: "planning_review" }, { ...act(1), dependsOn: ["r"] });
    const world = new RunWorld({ plan, settings: { reviewMode: "manual" }, tools: KNOWN_TOOLS });
    world.start();
    const tailRelease = { digest: "d", acts: [{ title: "Send it", tools: ["mail"] }], omitted: 2 };
    const proposal: Proposal = { decision: "REPLAN", reasoning: "", answers: [], tail: "t1", tailRelease };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    const [gate] = Object.values(world.state.approvals);
    expect(described(world.state, gate as ApprovalState).map((text) => text.split("\n")[0])).toEqual([
      "with CONTINUE: “Go live 1” by deploy to ops1@example.com",
      "with REPLAN: “Send it” by mail",
      "with REPLAN: and 2 more",
      "Agents are also given the mission",
    ]);
  });

  it("is the call itself once more, where it may have happened", () => {
    const { state } = waitingForCall({});
    const [gate] = Object.values(state.approvals);
    expect(described(state, gate as ApprovalState)).toEqual([
      expect.stringContaining("runs again. If it has already happened, it happens twice."),
    ]);
  });
});

it("says how many tasks and tools of a release it could not compare, whatever else has changed", () => {
  const cut = { ...facts("d2", SEND), omitted: 1, moreMarks: 3 };
  expect(releaseChanges(facts("d1", SEND), cut)).toEqual([
    "Other work that it releases has changed.",
    "1 more task that acts may differ too: what this releases lists all of them.",
    "3 more tools may differ too: the settings of MCP servers and of policies show each.",
  ]);
  expect(
    releaseChanges({ ...cut, digest: "d3" }, facts("d1", { ...SEND, work: "w2", title: "Shout" })),
  ).toEqual([
    "“Shout” was called “Send” before.",
    expect.stringMatching(/^1 more task/),
    expect.stringMatching(/^3 more tools/),
  ]);
});
