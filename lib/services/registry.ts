import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { listAgents } from "./agents/list";
import { readApprovalContext } from "./approvals/approval-context";
import { decideApproval } from "./approvals/decide";
import { decideMany } from "./approvals/decide-many";
import { getApproval } from "./approvals/get";
import { handOnApproval } from "./approvals/hand-on";
import { listHeld } from "./approvals/held";
import { listApprovals } from "./approvals/list";
import { addAttachment } from "./attachments/add";
import { readContent } from "./attachments/content";
import { getAttachment } from "./attachments/get";
import { listAttachments } from "./attachments/list";
import { addComment } from "./comments/add";
import { askComment } from "./comments/ask";
import { askAgain } from "./comments/ask-again";
import { editComment } from "./comments/edit";
import { listComments } from "./comments/list";
import { removeComment } from "./comments/remove";
import { reopenComment } from "./comments/reopen";
import { replyToComment } from "./comments/reply";
import { resolveComment } from "./comments/resolve";
import { sendRound } from "./comments/send-round";
import type { CallContext, ServiceDeps } from "./context";
import { exportCosts } from "./costs/csv";
import { reportCosts } from "./costs/report";
import { exportData } from "./data/export";
import { exportAudit } from "./data/export-audit";
import { listExports } from "./data/exports";
import { changeDrills } from "./drills/change";
import { joinDrills } from "./drills/join";
import { listDrills } from "./drills/list";
import { sendDrill } from "./drills/send";
import { getDrillSettings } from "./drills/settings";
import { createExample } from "./examples/create";
import { draftExample } from "./examples/draft";
import { editExample } from "./examples/edit";
import { exportExamples } from "./examples/export";
import { getExample } from "./examples/get";
import { importExamples } from "./examples/import";
import { listExamples } from "./examples/list";
import { switchExample } from "./examples/switch";
import { forecastErrors } from "./forecasts/errors";
import { getForecast } from "./forecasts/get";
import { forecastPlanInput } from "./forecasts/plan";
import { exportInsights } from "./insights/csv";
import { reportInsights } from "./insights/report";
import { createKey } from "./keys/create";
import { listKeys } from "./keys/list";
import { revokeKey } from "./keys/revoke";
import { acceptLesson } from "./lessons/accept";
import { editLesson } from "./lessons/edit";
import { getLesson } from "./lessons/get";
import { listLessons } from "./lessons/list";
import { proposeLesson } from "./lessons/propose";
import { revokeLesson } from "./lessons/revoke";
import { listMarks } from "./marks/list";
import { saveMark } from "./marks/save";
import { acceptServerTool } from "./mcp/accept-tool";
import { addServer } from "./mcp/add";
import { changeServer } from "./mcp/change";
import { listServers } from "./mcp/list";
import { removeServer } from "./mcp/remove";
import { setServerTool } from "./mcp/set-tool";
import { testServer } from "./mcp/test-connection";
import { listModels } from "./models/list";
import { removeModel } from "./models/remove-model";
import { removeProvider } from "./models/remove-provider";
import { saveModel } from "./models/save-model";
import { saveProvider } from "./models/save-provider";
import { saveRole } from "./models/save-role";
import { setRoleDefaults } from "./models/set-role-defaults";
import { setSimulatedTools } from "./models/set-simulated-tools";
import { testModel } from "./models/test-model";
import { getChoices } from "./notifications/choices";
import { chooseEvents } from "./notifications/choose";
import { listDeliveries } from "./notifications/deliveries";
import { listChannels } from "./notifications/list";
import { removeChannel } from "./notifications/remove";
import { saveChannel } from "./notifications/save";
import { sendAgain } from "./notifications/send-again";
import { testChannel } from "./notifications/test-channel";
import { overviewFigures } from "./overview/figures";
import { critiquePlanInput } from "./plans/critique";
import { comparePlans } from "./plans/diff";
import { editDraft } from "./plans/edit-draft";
import { exportPlan } from "./plans/export";
import { getPlan } from "./plans/get";
import { parsePlan } from "./plans/parse";
import { checkPlan } from "./plans/validate";
import { explainPolicyVerdict } from "./policies/explain";
import { getPolicy } from "./policies/get";
import { policyHistory } from "./policies/history";
import { listPolicies } from "./policies/list";
import { removePolicy } from "./policies/remove";
import { savePolicy } from "./policies/save";
import type { QuotaStanding } from "./quotas";
import { listReplans } from "./replans/list";
import { cancelReplay } from "./replays/cancel";
import { createReplay } from "./replays/create";
import { exportReplay } from "./replays/export";
import { getReplay } from "./replays/get";
import { importReplay } from "./replays/import";
import { listReplays } from "./replays/list";
import { changeRetention } from "./retention/change";
import { deleteEndedRuns } from "./retention/delete-runs";
import { getRetention } from "./retention/get";
import { purgeAudit } from "./retention/purge-audit";
import { runAgain } from "./runs/again";
import { listCalls } from "./runs/calls/list";
import { readPrompt } from "./runs/calls/prompt";
import { readTrajectory } from "./runs/calls/trajectory";
import { cancelMany } from "./runs/cancel-many";
import { commandRun } from "./runs/command";
import { compareRuns } from "./runs/compare";
import { runCosts } from "./runs/costs";
import { createRun } from "./runs/create";
import { deleteMany } from "./runs/delete-many";
import { previewDeletion } from "./runs/deletion";
import { listRunEvents } from "./runs/events";
import { exportRuns } from "./runs/exports/export";
import { exportReport } from "./runs/exports/export-report";
import { exportTrajectory } from "./runs/exports/export-trajectory";
import { reportRun } from "./runs/exports/report";
import { followRun } from "./runs/follow";
import { familyOfRun } from "./runs/forks/family";
import { forkRun } from "./runs/forks/fork";
import { previewFork } from "./runs/forks/fork-preview";
import { getRun } from "./runs/get";
import { layoutOfRun } from "./runs/layout";
import { listRuns } from "./runs/list";
import { listOutsideCalls } from "./runs/outside";
import { listRunOwners } from "./runs/owners";
import { snapshotRun } from "./runs/snapshot";
import { listStalledRuns } from "./runs/stalled";
import { listTimeMarks } from "./runs/time-marks";
import { readValue } from "./runs/value";
import { viewRun } from "./runs/view";
import { watchRun } from "./runs/watch";
import { listScenarios } from "./scenarios/list";
import { changeSpending } from "./spending/change";
import { getSpending } from "./spending/get";
import { getRunBudgets } from "./spending/run-budgets";
import { setRunBudgets } from "./spending/set-run-budgets";
import { authorizeStream } from "./stream/authorize";
import { openStream } from "./stream/open";
import { aboutSystem } from "./system/about";
import { checkHealth } from "./system/health";
import { aboutMe } from "./system/me";
import { listPeople } from "./system/people";
import { readStatus } from "./system/status";
import { archiveTemplate } from "./templates/archive";
import { fillTemplateVerb } from "./templates/fill";
import { getTemplate } from "./templates/get";
import { listTemplates } from "./templates/list";
import { saveTemplate } from "./templates/save";
import { listTools } from "./tools/list";
import type { Verb } from "./verb";
import { listViews } from "./views/list";
import { removeView } from "./views/remove";
import { renameView } from "./views/rename";
import { saveView } from "./views/save";

/** Every service there is, by entity and verb. */
export const verbs = {
  runs: {
    create: createRun,
    get: getRun,
    again: runAgain,
    view: viewRun,
    layout: layoutOfRun,
    list: listRuns,
    export: exportRuns,
    events: listRunEvents,
    snapshot: snapshotRun,
    timeMarks: listTimeMarks,
    outside: listOutsideCalls,
    report: reportRun,
    exportReport,
    stalled: listStalledRuns,
    owners: listRunOwners,
    watch: watchRun,
    follow: followRun,
    command: commandRun,
    cancelMany,
    deleteMany,
    deletion: previewDeletion,
    fork: forkRun,
    forkPreview: previewFork,
    family: familyOfRun,
    compare: compareRuns,
    trajectory: readTrajectory,
    exportTrajectory,
    calls: listCalls,
    prompt: readPrompt,
    costs: runCosts,
    value: readValue,
  },
  approvals: {
    list: listApprovals,
    held: listHeld,
    get: getApproval,
    context: readApprovalContext,
    decide: decideApproval,
    decideMany,
    handOn: handOnApproval,
  },
  attachments: { add: addAttachment, get: getAttachment, content: readContent, list: listAttachments },
  plans: {
    get: getPlan,
    export: exportPlan,
    parse: parsePlan,
    validate: checkPlan,
    critique: critiquePlanInput,
    diff: comparePlans,
    editDraft,
  },
  models: {
    list: listModels,
    saveProvider,
    removeProvider,
    saveModel,
    removeModel,
    setRoleDefaults,
    saveRole,
    setSimulatedTools,
    test: testModel,
  },
  policies: {
    list: listPolicies,
    get: getPolicy,
    save: savePolicy,
    remove: removePolicy,
    history: policyHistory,
    explain: explainPolicyVerdict,
  },
  mcp: {
    list: listServers,
    add: addServer,
    change: changeServer,
    remove: removeServer,
    setTool: setServerTool,
    acceptTool: acceptServerTool,
    test: testServer,
  },
  notifications: {
    list: listChannels,
    save: saveChannel,
    remove: removeChannel,
    test: testChannel,
    deliveries: listDeliveries,
    sendAgain,
    choices: getChoices,
    choose: chooseEvents,
  },
  marks: { list: listMarks, save: saveMark },
  comments: {
    ask: askComment,
    askAgain,
    list: listComments,
    add: addComment,
    reply: replyToComment,
    edit: editComment,
    remove: removeComment,
    resolve: resolveComment,
    reopen: reopenComment,
    send: sendRound,
  },
  lessons: {
    list: listLessons,
    get: getLesson,
    propose: proposeLesson,
    accept: acceptLesson,
    edit: editLesson,
    revoke: revokeLesson,
  },
  examples: {
    list: listExamples,
    get: getExample,
    draft: draftExample,
    create: createExample,
    edit: editExample,
    switch: switchExample,
    import: importExamples,
    export: exportExamples,
  },
  replans: { list: listReplans },
  costs: { report: reportCosts, csv: exportCosts },
  replays: {
    create: createReplay,
    import: importReplay,
    get: getReplay,
    list: listReplays,
    cancel: cancelReplay,
    export: exportReplay,
  },
  insights: { report: reportInsights, csv: exportInsights },
  forecasts: { get: getForecast, plan: forecastPlanInput, errors: forecastErrors },
  drills: {
    settings: getDrillSettings,
    change: changeDrills,
    join: joinDrills,
    send: sendDrill,
    list: listDrills,
  },
  keys: { create: createKey, list: listKeys, revoke: revokeKey },
  spending: {
    get: getSpending,
    change: changeSpending,
    runBudgets: getRunBudgets,
    setRunBudgets,
  },
  overview: { figures: overviewFigures },
  data: { export: exportData, exportAudit, exports: listExports },
  retention: { get: getRetention, change: changeRetention, purgeAudit, deleteRuns: deleteEndedRuns },
  tools: { list: listTools },
  templates: {
    list: listTemplates,
    get: getTemplate,
    fill: fillTemplateVerb,
    save: saveTemplate,
    archive: archiveTemplate,
  },
  agents: { list: listAgents },
  views: { list: listViews, save: saveView, rename: renameView, remove: removeView },
  stream: { open: openStream, authorize: authorizeStream },
  scenarios: { list: listScenarios },
  system: { about: aboutSystem, me: aboutMe, people: listPeople, health: checkHealth, status: readStatus },
} as const;

type Registry = typeof verbs;

/** A verb by entity and name, such as `runs/create`. */
export type VerbName = {
  [Entity in keyof Registry]: `${Entity}/${Extract<keyof Registry[Entity], string>}`;
}[keyof Registry];

type VerbNamed<Name extends VerbName> = Name extends `${infer Entity extends keyof Registry}/${infer Rest}`
  ? Registry[Entity][Extract<Rest, keyof Registry[Entity]>]
  : never;

/** What a verb takes, and what it gives. */
export type VerbInput<Name extends VerbName> =
  VerbNamed<Name> extends Verb<infer Schema, infer _> ? z.input<Schema> : never;
export type VerbOutput<Name extends VerbName> =
  VerbNamed<Name> extends Verb<infer _, infer Output> ? Output : never;

/** How a service is called. */
export type ServiceCall<Input> = {
  actor: Actor;
  input: Input;
  commandId?: string;
  /** Told how each quota stands that the call was held against. */
  counted?: ((standing: QuotaStanding) => void) | undefined;
};

type Bound<V> =
  V extends Verb<infer Schema, infer Output>
    ? (call: ServiceCall<z.input<Schema>>) => Promise<Output>
    : never;

/** The services of one process: `services.runs.create({actor, input, commandId?})`. */
export type Services = {
  [Entity in keyof typeof verbs]: {
    [Name in keyof (typeof verbs)[Entity]]: Bound<(typeof verbs)[Entity][Name]>;
  };
};

type AnyVerb = (call: { ctx: CallContext; input: never }) => unknown;

/** Binds every verb to what it needs. */
export function createServices(deps: ServiceDeps): Services {
  const bind =
    (verb: AnyVerb) =>
    ({ actor, input, commandId, counted }: ServiceCall<never>) => {
      const ofCall = {
        ...(commandId !== undefined && { commandId }),
        ...(counted && { quotas: deps.quotas.telling(counted) }),
      };
      return verb({ ctx: { ...deps, actor, ...ofCall }, input });
    };
  const bound = Object.entries(verbs).map(([entity, group]) => [
    entity,
    Object.fromEntries(Object.entries(group).map(([name, verb]) => [name, bind(verb as AnyVerb)])),
  ]);
  return Object.fromEntries(bound) as Services;
}
