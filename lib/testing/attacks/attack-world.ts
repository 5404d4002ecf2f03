import { openServiceWorld, type ServiceWorld } from "../service-world";
import type { KnownValues } from "./hostile-input";

export type AttackWorld = ServiceWorld & {
  known: KnownValues;
  /** What is stored, as one text, but for what is kept of refused commands: their replies and their lines of the audit log. */
  stored(): Promise<string>;
};

const PLAN = {
  tasks: [
    { id: "look", objective: "Look around" },
    { id: "approve", type: "human_review", objective: "May it go on?", depends_on: ["look"] },
  ],
};
const POLICY = { name: "Mine", scope: { kind: "workspace" as const }, policy: { denied: ["pay"] } };
const EXAMPLE = {
  query: "Test it",
  steps: [{ next_node: null, args: { answer: "ok" } }],
  outcome: "no_path",
};

/** A world with a waiting run, one that works, a policy, a provider, a server, a key and a file, whose ids attacks may use. */
export async function openAttackWorld(): Promise<AttackWorld> {
  const world = await openServiceWorld();
  const actor = world.person({ name: "You" });
  const { services } = world;
  const waiting = await services.runs.create({ actor, input: { plan: PLAN } });
  for (let round = 0; round < 2; round += 1) await world.work(waiting.runId);
  const other = await services.runs.create({ actor, input: { mission: "Deploy it" } });
  const { policyId } = await services.policies.save({ actor, input: POLICY });
  const { lessonId } = await services.lessons.propose({ actor, input: { text: "Test before release" } });
  const { exampleId } = await services.examples.create({ actor, input: { example: EXAMPLE } });
  await services.models.saveProvider({
    actor,
    input: { name: "local", kind: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1" },
  });
  await services.mcp.add({
    actor,
    input: { name: "files", transport: "http", url: "https://files.example/" },
  });
  const file = await services.attachments.add({
    actor,
    input: { name: "a.txt", type: "text/plain", content: new TextEncoder().encode("a file") },
  });
  const { key } = await services.keys.create({ actor, input: { name: "CI", capabilities: ["operate"] } });
  const gates = await services.approvals.list({ actor, input: {} });
  const state = await services.runs.snapshot({ actor, input: { runId: waiting.runId } });
  const runIds = [waiting.runId, other.runId, "run_none"];
  const known: KnownValues = {
    runId: runIds,
    approvalId: [...gates.items.map(({ id }) => id), "apr_none-1"],
    digest: [...gates.items.map(({ digest }) => digest), "0".repeat(64)],
    taskId: [...Object.keys(state.state.tasks), "__proto__", "constructor"],
    policyId: [policyId, "none"],
    lessonId: [lessonId, "none"],
    exampleId: [exampleId, "none"],
    example: [EXAMPLE, { mission: "Deploy it", plan: PLAN }],
    keyId: [key.keyId, "none"],
    expectedVersion: [1, 2],
    plan: [PLAN, "Step 1: Look", { tasks: [{ id: "a" }] }],
    a: [PLAN, "Step 1: Look"],
    b: [PLAN, "Step 1: Look"],
    tool: ["calculator", "deploy", "none"],
    name: ["local", "files", "other", "Mine"],
    id: [file.id, "local:large", "none"],
    topics: [`run:${waiting.runId}@0`, "workspace"],
    baseUrl: ["https://models.example/v1", "http://127.0.0.1:11434/v1", null],
    url: ["https://files.example/", "http://127.0.0.1:1/"],
    status: ["open", "running", "waiting"],
    cursor: ["1:run_none", "1:a\0b", "999999999999999:x"].map((at) => Buffer.from(at).toString("base64url")),
    // Bodies of a file are bytes; any will do.
    content: [new TextEncoder().encode("name,amount\na,1\n"), JSON.stringify([EXAMPLE])],
  };
  return { ...world, known, stored: () => storedText(world) };
}

/** Layouts come later than the reply that asked for them, and can be made again at any time; an export is noted as it is taken. */
async function storedText({ database: { sql } }: ServiceWorld): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('run_commands', 'audit_log', 'plan_layouts', 'plan_forecasts', 'data_exports') order by 1`;
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::text || ':' || coalesce(sum(hashtext(t::text)), 0) as sum from "${name}" t`,
  );
  const rows = await sql.unsafe<{ name: string; sum: string }[]>(sums.join(" union all "));
  return rows.map(({ name, sum }) => `${name} ${sum}`).join("\n");
}
