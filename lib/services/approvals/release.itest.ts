import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  const { tools } = await world.deps.workspaces.open("local");
  const changing = tools.list().map((tool) => ({ ...tool, sideEffects: "write" as const }));
  vi.spyOn(tools, "list").mockReturnValue(changing);
});
afterAll(() => world.close());

const deploy = (to: string) => `(tool/deploy {:url "https://${to}.invalid/"})`;
const GATE = { id: "g", title: "Gate", type: "human_review", input: "May it go live?" } as const;
const REVIEW = { id: "r", title: "Gate", type: "planning_review", input: "May it?" } as const;
const NOOP = { id: "noop", title: "Look", input: "Look", dependsOn: ["g"] } as const;
const SEND = { id: "send", title: "Send", type: "direct", input: deploy("staging"), dependsOn: ["noop"] };
const OTHER = { id: "other", title: "Other", input: "Look around" };
const swapped = { ...SEND, input: deploy("production") };

const mia = () => world.person({ name: "Mia" });

const begin = (...tasks: object[]): Promise<string> => beginPlan({ title: "Plan", tasks });

async function beginPlan(plan: object): Promise<string> {
  const settings = { summarizer: "off", replanCooldownMs: 0 } as const;
  const input = { plan, settings };
  const { runId } = await world.services.runs.create({ actor: mia(), input });
  await world.work(runId);
  return runId;
}

async function gateIn(runId: string) {
  const [gate] = (await world.services.approvals.list({ actor: mia(), input: { runId } })).items;
  if (!gate) throw new Error("no gate is open");
  return gate;
}

const stateOf = async (runId: string) =>
  (await world.services.runs.snapshot({ actor: mia(), input: { runId } })).state;

async function edit(runId: string, tasks: object[], actor = mia(), agents: object = {}) {
  const { planVersion } = await stateOf(runId);
  const plan = { title: "Plan", agents, tasks };
  const input = {
    runId,
    type: "edit_plan",
    plan,
    expectedPlanVersion: planVersion,
    reason: "because",
  } as const;
  return world.services.runs.command({ actor, input });
}

const approve = (name: string, { id, digest }: { id: string; digest: string }) =>
  world.services.approvals.decide({
    actor: world.person({ name }),
    input: { approvalId: id, digest, verb: "approve" },
  });

/** Nothing behind the gate has begun, and nothing of it can. */
async function expectHeld(runId: string) {
  const { tasks } = await world.work(runId);
  for (const id of ["noop", "send"]) if (tasks[id]) expect(tasks[id]?.attempt, id).toBe(0);
}

describe("work that is swapped any number of tasks behind an open gate", () => {
  it.each([
    ["the target", [GATE, NOOP, swapped], "~ Send: (tool/deploy {:url"],
    ["the target under a new id", [GATE, NOOP, { ...swapped, id: "send2" }], "± Send: "],
    ["a task more", [GATE, NOOP, SEND, { ...swapped, id: "more", title: "More" }], "+ More"],
  ])("is not let pass by an answer to what was shown: %s", async (_what, tasks, words) => {
    const runId = await begin(GATE, NOOP, SEND);
    const shown = await gateIn(runId);
    await edit(runId, tasks);
    await world.work(runId);
    const refused: unknown = await approve("Ada", shown).catch((thrown: unknown) => thrown);
    const next = await gateIn(runId);
    expect(refused).toMatchObject({
      code: "superseded",
      details: { now: { approvalId: next.id }, changes: expect.stringContaining(words) },
    });
    await expectHeld(runId);
    expect(next.id).not.toBe(shown.id);
    expect(next.digest).not.toBe(shown.digest);
    const acts = (await stateOf(runId)).approvals[next.id]?.release?.acts;
    expect(acts?.flatMap(({ targets }) => targets)).toContain("https://production.invalid/");
    await approve("Ada", next);
    expect((await world.work(runId)).tasks.noop?.status).toBe("succeeded");
  });

  it.each([
    ["its brief", { prompt: "Ship it to everyone." }],
    ["the criteria of its critic", { reflection: { criteria: { accuracy: "Everyone got it." } } }],
    [
      "its examples",
      {
        examples: [
          {
            query: "Ship it",
            steps: [{ thought: "so", next_node: null, args: "Everyone got it." }],
            outcome: "answer_complete",
          },
        ],
      },
    ],
  ])("nor where who does it is told otherwise: %s", async (_what, words) => {
    const shipper = { prompt: "Ship it.", tools: ["deploy"] };
    const tasks = [
      GATE,
      NOOP,
      { id: "send", title: "Send", input: "Send it", agent: "shipper", dependsOn: ["noop"] },
    ];
    const runId = await beginPlan({ title: "Plan", agents: { shipper }, tasks });
    const shown = await gateIn(runId);
    await edit(runId, tasks, mia(), { shipper: { ...shipper, ...words } });
    await world.work(runId);
    await expect(approve("Ada", shown)).rejects.toMatchObject({ code: "superseded" });
    await expectHeld(runId);
  });

  it("nor where a failure no longer stops it", async () => {
    const runId = await begin(GATE, NOOP, SEND);
    const shown = await gateIn(runId);
    await edit(runId, [GATE, { ...NOOP, critical: false, onFailure: "skip" }, SEND]);
    await world.work(runId);
    await expect(approve("Ada", shown)).rejects.toMatchObject({
      code: "superseded",
      details: { changes: expect.stringContaining("Look: critical false") },
    });
    await expectHeld(runId);
  });

  it("says of addresses that it does not name how many there are", async () => {
    const to = (...names: string[]) =>
      names.map((name) => `(tool/deploy {:url "//${name}.example/"})`).join(" ");
    const send = (...names: string[]) => ({ ...SEND, input: `(do ${to(...names)})` });
    const runId = await begin(GATE, NOOP, send("a", "b", "c", "good"));
    const shown = await gateIn(runId);
    await edit(runId, [GATE, NOOP, send("a", "b", "c", "good", "evil")]);
    await world.work(runId);
    const named = "//a.example/, //b.example/, //c.example/";
    await expect(approve("Ada", shown)).rejects.toMatchObject({
      code: "superseded",
      details: {
        released: [`“Send” now goes to ${named} and 2 more (before: ${named} and 1 more).`],
      },
    });
  });

  it("takes the votes with it that were cast on what was shown", async () => {
    const runId = await begin({ ...GATE, gate: { quorum: 2 } }, NOOP, SEND);
    const shown = await gateIn(runId);
    await approve("Ada", shown);
    await edit(runId, [{ ...GATE, gate: { quorum: 2 } }, NOOP, swapped]);
    await world.work(runId);
    await expect(approve("Bob", shown)).rejects.toMatchObject({ code: "superseded" });
    const next = await gateIn(runId);
    expect((await stateOf(runId)).approvals[next.id]?.votes ?? []).toEqual([]);
    await approve("Bob", next);
    await expectHeld(runId);
  });

  it("is no change of it where the work is elsewhere: gate, digest and votes stay", async () => {
    const tasks = [{ ...GATE, gate: { quorum: 2 } }, NOOP, SEND];
    const runId = await begin(...tasks);
    const shown = await gateIn(runId);
    await approve("Ada", shown);
    await edit(runId, [...tasks, OTHER]);
    expect(await gateIn(runId)).toMatchObject({ id: shown.id, digest: shown.digest });
    await approve("Bob", shown);
    expect((await world.work(runId)).tasks.noop?.status).toBe("succeeded");
  });
});

it.each([
  ["by a program", [GATE, { ...SEND, dependsOn: ["g"] }]],
  ["by a program two tasks further", [GATE, NOOP, SEND]],
])(
  "leave to act outside is given at the gate by itself, and to no several at once: %s",
  async (_how, tasks) => {
    const acting = await gateIn(await begin(...tasks));
    const other = await gateIn(await begin(GATE, NOOP));
    const answer = (verb: string, preview: boolean, ...gates: (typeof acting)[]) => {
      const input = { items: gates.map(({ id, digest }) => ({ approvalId: id, digest })), verb, preview };
      return world.services.approvals.decideMany({ actor: world.person(), input });
    };
    for (const preview of [true, false])
      await expect(answer("approve", preview, other, acting)).rejects.toMatchObject({
        code: "invalid_input",
        details: { acting: [acting.id] },
      });
    for (const gate of [acting, other]) expect(await gateIn(gate.runId)).toMatchObject({ id: gate.id });
    expect(await answer("approve", false, other)).toMatchObject({ items: [{ ok: true, risk: null }] });
    expect(await answer("reject", false, acting)).toMatchObject({ items: [{ ok: true }] });
  },
);

describe("who may operate and not review", () => {
  const operator = () => world.person({ name: "Olga", capabilities: ["view", "operate"] });

  const PLANS: [string, object[]][] = [
    ["without the gate", [{ ...NOOP, dependsOn: [] }, SEND]],
    ["with the effect beside the gate", [GATE, NOOP, { ...SEND, dependsOn: [] }]],
    [
      "with a review under a condition in its place",
      [
        { ...REVIEW, review: { requiresHumanApproval: true, condition: "false" } },
        { ...NOOP, dependsOn: ["r"] },
        SEND,
      ],
    ],
    ["with another question", [{ ...GATE, gate: { prompt: "May we have lunch?" } }, NOOP, SEND]],
    ["with a gate that takes reasons", [{ ...GATE, gate: { requiresReason: true } }, NOOP, SEND]],
  ];

  it.each(PLANS)("changes no gate by a plan %s; who may review does", async (_what, tasks) => {
    const runId = await begin(GATE, NOOP, SEND);
    await expect(edit(runId, tasks, operator())).rejects.toMatchObject({ code: "forbidden" });
    expect((await stateOf(runId)).planVersion).toBe(1);
    await expectHeld(runId);
    await edit(runId, tasks, world.person());
    expect((await stateOf(runId)).planVersion).toBe(2);
  });

  it("drops no gate by a fork; who may review does", async () => {
    const runId = await begin(GATE, NOOP, SEND);
    const { seq } = await stateOf(runId);
    const plan = { title: "Plan", tasks: [{ ...NOOP, dependsOn: [] }, SEND] };
    const fork = (actor: ReturnType<typeof operator>) =>
      world.services.runs.fork({
        actor,
        input: { runId, fromSeq: seq, changes: { plan, reason: "because" } },
      });
    await expect(fork(operator())).rejects.toMatchObject({ code: "forbidden" });
    expect(await fork(world.person())).toMatchObject({ runId: expect.any(String) });
  });

  it.each([
    { type: "skip_task", reason: "not needed" },
    { type: "supply_result", value: "https://production.invalid/", reason: "I know it." },
  ] as const)("puts nothing else before work that was let pass: $type", async (change) => {
    const runId = await begin(GATE, NOOP, SEND);
    await approve("Ada", await gateIn(runId));
    const input = { runId, taskId: "noop", ...change };
    const send = (actor: ReturnType<typeof operator>) => world.services.runs.command({ actor, input });
    await expect(send(operator())).rejects.toMatchObject({ code: "forbidden" });
    expect((await stateOf(runId)).tasks.noop?.status).toBe("pending");
    const { digest } = (await handOn(runId, "noop")) ?? {};
    await world.services.runs.command({ actor: world.person(), input: { ...input, digest } });
  });
});

const handOn = async (runId: string, taskId: string) =>
  (await world.services.approvals.context({ actor: mia(), input: { runId, taskId } })).inHand;

describe("who does without the answer of a control", () => {
  const reason = "because";
  it.each([
    { type: "skip_task", reason },
    { type: "supply_result", value: "yes", reason },
  ] as const)("lets act what they were shown, and nothing else: $type", async (change) => {
    const runId = await begin({ ...GATE, dependsOn: ["other"] }, NOOP, SEND, OTHER);
    const send = (digest?: string) =>
      world.services.runs.command({ actor: mia(), input: { runId, taskId: "g", ...change, digest } });
    const unseen = { code: "invalid_input", details: { field: "digest" } };
    await expect(send()).rejects.toMatchObject(unseen);
    const seen = await handOn(runId, "g");
    expect(seen?.releases.join("\n")).toMatch(/“Send” by deploy to https:\/\/staging\.invalid/);
    await edit(runId, [{ ...GATE, dependsOn: ["other"] }, NOOP, swapped, OTHER]);
    await expect(send(seen?.digest)).rejects.toMatchObject({
      code: "superseded",
      details: { released: [expect.stringMatching(/“Send” now goes to .*production.* \(before: .*staging/)] },
    });
    expect((await stateOf(runId)).tasks.g?.status).not.toBe("skipped");
    await send((await handOn(runId, "g"))?.digest);
  });

  it("needs no digest for work on which nothing rests", async () => {
    const runId = await begin(GATE, NOOP, SEND, OTHER, { ...OTHER, id: "more", dependsOn: ["g"] });
    expect(await handOn(runId, "more")).toBeUndefined();
    const input = { runId, taskId: "more", type: "skip_task", reason } as const;
    await world.services.runs.command({ actor: mia(), input });
  });
});
