import type { z } from "zod";
import { insertTemplateVersion, readTemplates, readTemplateVersions } from "@/db/queries/templates";
import { writeAudit } from "@/db/queries/write-audit";
import { describeDenial } from "@/lib/core/describe/gates/words";
import { DomainFailure, domainError, invalidInput } from "@/lib/core/errors";
import { saveTemplateInput } from "@/lib/core/inputs/templates";
import { declaredAgent } from "@/lib/core/plan/agents";
import { workDigest } from "@/lib/core/plan/compare/fingerprint";
import type { Plan } from "@/lib/core/plan/schema";
import { toolIssues } from "@/lib/core/plan/validate/tools";
import type { ToolPolicy } from "@/lib/core/policy";
import { controlsChanged } from "@/lib/core/run/controls/changes/of-template";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { authorsOf, bypassDenialReason } from "@/lib/core/run/gates/rules";
import { agentProblem, planOfAgent } from "@/lib/core/templates/agents";
import { MAX_TEMPLATES, type TemplateKind } from "@/lib/core/templates/limits";
import { makeTemplate } from "@/lib/core/templates/make";
import type { TemplateParam } from "@/lib/core/templates/params";
import { reviewProblem } from "@/lib/core/templates/reviews";
import { toolsOfSettings } from "@/lib/engine/simulated-tools";
import { actorRefOf, type ServiceContext, voterOf } from "../context";
import { getPlan } from "../plans/get";
import { type PlanInput, readPlanInput } from "../plans/plan-input";
import { idForKey, requireRun, requireSameContent } from "../submit";
import { defineVerb, requireCapability } from "../verb";
import { archivedTemplate, requireTemplate } from "./view";

type SaveInput = z.output<typeof saveTemplateInput>;
type Saved = { templateId: string; version: number };

/**
 * Keeps a plan, or the one review (by right to review: later plans take what guards them from it) or agent in it, as a new template, or as the next version of one; versions that are there never change. Throws
 * `not_found` (run or template), `invalid_plan`, `invalid_input` (a parameter without a place, a tool that is not there), `conflict` (the name is
 * taken, or the version is not the newest) and `not_allowed_now` (archived, or too many).
 */
export const saveTemplate = defineVerb({
  name: "templates/save",
  capability: "operate",
  description:
    "`{name, kind?, body, leaveOut?, params?, replace?}` or `{name, from: {runId, version?}, params?, replace?}`: keeps a plan as a template, or the one review or agent in it with `kind: review` or `agent`; `from: {runId, version?, agent}` keeps an agent of that plan; each text in `replace: [{param, text}]` becomes a parameter",
  routes: [
    { at: "POST /api/v1/templates", omit: ["templateId", "expectedVersion"], answer: "created" },
    {
      at: "POST /api/v1/templates/{id}",
      description: "`{expectedVersion, body or from, params?, replace?}`: its next version",
      id: "templateId",
      omit: ["name"],
    },
  ],
  input: saveTemplateInput,
  async run({ ctx, input }): Promise<Saved> {
    const { workspaceId } = ctx.actor;
    const { plan, leftOut, authors: ofRun } = await planOf(ctx, input);
    const made = makeTemplate(plan, input);
    if (!made.ok) {
      const issues = made.problems.map(({ param, ...problem }) => ({ path: `params.${param}`, ...problem }));
      throw invalidInput(issues[0]?.message ?? "The parameters do not fit the plan.", { issues });
    }
    const { body, params } = made;
    const { id, version, name, kind, authors: ofEarlier } = await placeOf(ctx, input, body);
    if (kind === "review") requireCapability(ctx.actor, "review");
    const problem = problemOf(ctx, { kind, name, body, params });
    if (problem) throw invalidInput(problem, { issues: [{ path: "body", message: problem }] });
    const by = actorRefOf(ctx.actor);
    const authors = [
      ...new Map([by, ...ofEarlier, ...ofRun].map((one) => [JSON.stringify(one), one])).values(),
    ];
    await ctx.transact(async (tx) => {
      const row = { workspaceId, id, version, kind, name, body, params, createdBy: by, authors };
      if (!(await insertTemplateVersion(tx, row))) {
        if (version > 1) throw changed();
        // The same request again finds what the first made.
        const own = (await readTemplateVersions(tx, { workspaceId, id })).at(-1);
        if (!own) throw nameTaken(name);
        requireSameContent(contentOf(own), contentOf(row));
        return;
      }
      const details = { version, name, ...(leftOut && { leftOut: leftOut.map(({ path }) => path) }) };
      await writeAudit(tx, { workspaceId, actor: by, action: "template_saved", subject: id, details });
    });
    return { templateId: id, version };
  },
});

const contentOf = ({ kind, name, body, params }: MadeTemplate) => ({ kind, name, body, params });

/** A plan of a run without an objective has the run's mission for one: it is what its runs are to do. */
async function planOf(
  ctx: ServiceContext,
  { from, body, ...input }: SaveInput,
): Promise<Pick<PlanInput, "plan" | "leftOut"> & { authors: ActorRef[] }> {
  if (!from) return { ...(await readPlanInput(ctx, body ?? "", input)), authors: [] };
  const { agent: name, ...of } = from;
  const { plan } = await getPlan({ ctx, input: of });
  const run = await requireRun(ctx, from.runId);
  const authors = authorsOf(run).map((one) => ({ kind: "person" as const, ...one }));
  if (name !== undefined) {
    const agent = declaredAgent(plan, name);
    if (!agent)
      throw new DomainFailure(domainError("not_found", `This plan describes no agent named “${name}”.`));
    return { plan: planOfAgent({ name, agent }), authors };
  }
  return { plan: { ...plan, objective: plan.objective ?? run.mission }, authors };
}

/** Where the version goes: to the end of its template, or to the beginning of a new one. */
async function placeOf(
  ctx: ServiceContext,
  { templateId, expectedVersion, name, kind }: SaveInput,
  body: Plan,
) {
  if (templateId === undefined) {
    const known = await readTemplates(ctx.db, { workspaceId: ctx.actor.workspaceId, kind });
    if (known.length >= MAX_TEMPLATES) throw tooMany();
    return { id: idForKey(ctx, "tpl"), version: 1, name: name ?? "", kind, authors: [] };
  }
  const { template } = await requireTemplate(ctx, { templateId });
  if (template.archivedAt !== null) throw archivedTemplate(template.name);
  if (template.version !== expectedVersion) throw changed(template.version);
  if (asksPeople(template.body)) requireCapability(ctx.actor, "review");
  requireOwnTerms(ctx, template.body, body);
  const { id, version, name: known, kind: own, authors } = template;
  return {
    id,
    version: version + 1,
    name: known,
    kind: own,
    authors: holdsWorkOf(body, template.body) ? authors : [],
  };
}

/** Something of the earlier version stands in this one, or descends from it. */
function holdsWorkOf(body: Plan, earlier: Plan): boolean {
  const ids = new Set(earlier.tasks.map(({ id }) => id));
  const work = new Set(earlier.tasks.map((task) => workDigest(task, earlier)));
  return body.tasks.some((task) => ids.has(task.id) || work.has(workDigest(task, body)));
}

/** Runs take what guards them from the newest version: who writes that changes a control of theirs, an agent's policy too. */
const asksPeople = ({ tasks, agents }: Plan): boolean =>
  tasks.some(({ type, review }) => type === "human_review" || review?.requiresHumanApproval === true) ||
  Object.values(agents).some(({ policy }) => policy !== undefined && restricts(policy));

const restricts = ({ denied, allowed, requiredTags, rules }: ToolPolicy): boolean =>
  allowed !== null ||
  denied.length + requiredTags.length > 0 ||
  rules.some(({ effect }) => effect !== "allow");

/** Dropping, weakening or changing a control takes its own terms, as an edit of a run would: who saves the version is its author. */
function requireOwnTerms(ctx: ServiceContext, before: Plan, after: Plan): void {
  const controls = controlsChanged(before, after, toolsOfSettings(ctx.setup).list());
  const voter = voterOf(ctx.actor);
  const denial = bypassDenialReason(controls, [voter], voter);
  if (!denial) return;
  const { code: _code, ...facts } = denial;
  throw new DomainFailure(domainError("forbidden", describeDenial(denial, { bypassing: "template" }), facts));
}

type MadeTemplate = { kind: TemplateKind; name: string; body: Plan; params: readonly TemplateParam[] };

/** What is wrong with a review or an agent; undefined where nothing is, and of plans, which are checked when they start. */
function problemOf(ctx: ServiceContext, { kind, params, ...known }: MadeTemplate): string | undefined {
  if (kind === "plan") return;
  if (params.length > 0) return `Write the ${kind} without {{…}}: nobody fills it in.`;
  if (kind === "review") return reviewProblem(known);
  const [unknown] = toolIssues(known.body, { tools: toolsOfSettings(ctx.setup).list() });
  return agentProblem(known) ?? unknown?.message;
}

const nameTaken = (name: string) =>
  new DomainFailure(
    domainError(
      "conflict",
      `Another template is named “${name}”. Choose another name, or save its next version.`,
    ),
  );

const changed = (version?: number) => {
  const at = version === undefined ? "" : `: it is at version ${version}`;
  return new DomainFailure(domainError("conflict", `The template was changed in the meantime${at}.`));
};

const tooMany = () =>
  new DomainFailure(
    domainError("not_allowed_now", `The workspace has ${MAX_TEMPLATES} templates, the most there can be.`),
  );
