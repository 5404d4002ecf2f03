import { MAX_FILE_BYTES } from "@/lib/core/attachments";
import type { VerbInput, VerbName, VerbOutput } from "@/lib/services/registry";
import { attachmentResponse, gzipResponse, textFileResponse, textPartsResponse } from "./file-response";
import type { RouteCall } from "./route-call";
import { runEventStream } from "./run-events";
import { runExport } from "./run-export";
import { sharedStream } from "./shared-stream";

export type Method = "GET" | "POST";

type FieldOf<Input> = Input extends unknown ? Extract<keyof Input, string> : never;

/** How a request becomes the input of a verb: its query, its JSON body and the parameters of its path, the path first. */
type Wiring<Field extends string = string> = {
  /** The field that a parameter of the path is, where their names differ. */
  params?: Readonly<Record<string, Field>>;
  /** Fields that a client cannot give at this address. */
  omit?: readonly Field[];
  /** Fields of the query that are lists, separated by commas. */
  lists?: readonly Field[];
  /** The body is a file of at most this size, and this field. */
  file?: { field: Field; maxBytes: number };
  /** Of several routes at one address the first that a request asks for answers; without it, every request does. */
  asked?(request: Request): boolean;
  /** How long it may take, its body and the start of the process included; as all others where absent. */
  limitMs?: number;
};

/** One route of the API: the verb it calls, and what its answer is. Capability and input are the verb's. */
export type Route = Wiring & { verb: VerbName; status: 200 | 201 } & (
    | { kind: "json" }
    | { kind: "file"; respond(result: never): Response }
    | { kind: "stream"; mediaType: string; respond(call: RouteCall): Promise<Response> }
  );

/** Answered by the process alone: neither its store nor its services are asked. */
export type ProcessRoute = { kind: "process"; respond(): Response };
/** Answered with what this table itself says, to every caller. */
type DocumentRoute = { kind: "document" };
/** What answers at an address with its method; of several routes, the first that a request asks for. */
export type Answering = Route | readonly Route[] | ProcessRoute | DocumentRoute;

type WiringOf<Name extends VerbName> = Wiring<FieldOf<VerbInput<Name>>>;

/** A route whose type says which verb it calls, and how, for those who call it by its address. */
type RouteOf<Kind extends Route["kind"], Name extends VerbName, Wired> = Extract<Route, { kind: Kind }> & {
  verb: Name;
  wired?: Wired;
};

const json = <Name extends VerbName, const Wired extends WiringOf<Name> = object>(
  verb: Name,
  wiring?: Wired,
): RouteOf<"json", Name, Wired> => ({ ...{ kind: "json", verb, status: 200 }, ...wiring });

/** A POST that makes something new. */
const created = <Name extends VerbName, const Wired extends WiringOf<Name> = object>(
  verb: Name,
  wiring?: Wired,
): RouteOf<"json", Name, Wired> => ({ ...json(verb, wiring), status: 201 });

const file = <Name extends VerbName, const Wired extends WiringOf<Name> = object>(
  verb: Name,
  respond: (result: VerbOutput<Name>) => Response,
  wiring?: Wired,
): RouteOf<"file", Name, Wired> => ({ ...{ kind: "file", verb, status: 200, respond }, ...wiring });

const stream = <Name extends VerbName, const Wired extends WiringOf<Name> = object>(
  verb: Name,
  mediaType: string,
  respond: (call: RouteCall) => Promise<Response>,
  wiring?: Wired,
): RouteOf<"stream", Name, Wired> => ({
  ...{ kind: "stream", verb, mediaType, status: 200, respond },
  ...wiring,
});

const EVENT_STREAM = "text/event-stream";
const JSON_LINES = "application/x-ndjson";

const NOT_STORED = { headers: { "cache-control": "no-store" } } as const;
/** What waits for a model, for a server of somebody else, or for a large body, or changes much at once. */
const SLOW = { limitMs: 120_000 } as const;
const OF_RUN = { params: { id: "runId" } } as const;
const OF_APPROVAL = { params: { id: "approvalId" } } as const;
const OF_COMMENT = { params: { id: "commentId" } } as const;
const OF_QUESTION = { params: { id: "questionId" } } as const;
const OF_LESSON = { params: { id: "lessonId" } } as const;
const OF_EXAMPLE = { params: { id: "exampleId" } } as const;
const OF_CHANNEL = { params: { id: "channelId" } } as const;
const OF_DELIVERY = { params: { id: "deliveryId" } } as const;
const OF_REPLAY = { params: { id: "replayId" } } as const;
const OF_VIEW = { params: { id: "viewId" } } as const;
const OF_TEMPLATE = { params: { id: "templateId" } } as const;
const OF_KEY = { params: { id: "keyId" } } as const;
const OF_POLICY = { params: { id: "policyId" } } as const;

const acceptsEvents = (request: Request): boolean =>
  request.headers.get("accept")?.includes("text/event-stream") ?? false;
const namesFormat = (request: Request): boolean => new URL(request.url).searchParams.has("format");

/** Every route of the API (docs/api.md): the one list of what can be asked, to which routes.test.ts holds the document. */
export const ROUTES = {
  "GET /api/v1/runs": json("runs/list", { lists: ["status"] }),
  "POST /api/v1/runs": created("runs/create", SLOW),
  "GET /api/v1/runs/export": stream("runs/export", JSON_LINES, runExport, {
    lists: ["status"],
    omit: ["limit"],
  }),
  "GET /api/v1/runs/stalled": json("runs/stalled"),
  "GET /api/v1/runs/owners": json("runs/owners"),
  "GET /api/v1/runs/{id}": json("runs/get", OF_RUN),
  "GET /api/v1/runs/{id}/again": json("runs/again", OF_RUN),
  "GET /api/v1/runs/{id}/view": json("runs/view", OF_RUN),
  "GET /api/v1/runs/{id}/layout": json("runs/layout", OF_RUN),
  "GET /api/v1/runs/{id}/snapshot": json("runs/snapshot", OF_RUN),
  "GET /api/v1/runs/{id}/time-marks": json("runs/timeMarks", OF_RUN),
  "GET /api/v1/runs/{id}/outside": json("runs/outside", OF_RUN),
  "GET /api/v1/runs/{id}/events": [
    stream("runs/follow", EVENT_STREAM, runEventStream, {
      ...OF_RUN,
      omit: ["signal"],
      asked: acceptsEvents,
    }),
    json("runs/events", OF_RUN),
  ],
  "GET /api/v1/runs/{id}/report": [
    file("runs/exportReport", textFileResponse, { ...OF_RUN, asked: namesFormat }),
    json("runs/report", OF_RUN),
  ],
  "GET /api/v1/runs/{id}/costs": json("runs/costs", OF_RUN),
  "GET /api/v1/runs/{id}/forecast": json("forecasts/get", OF_RUN),
  "GET /api/v1/runs/{id}/calls": json("runs/calls", OF_RUN),
  "GET /api/v1/runs/{id}/calls/{callId}/prompt": json("runs/prompt", OF_RUN),
  "GET /api/v1/runs/{id}/trajectories": json("runs/trajectory", OF_RUN),
  "GET /api/v1/runs/{id}/trajectories/export": json("runs/exportTrajectory", OF_RUN),
  "GET /api/v1/runs/{id}/values/{digest}": json("runs/value", OF_RUN),
  "GET /api/v1/runs/{id}/attachments": json("attachments/list", OF_RUN),
  "GET /api/v1/runs/{id}/plan": [
    file("plans/export", textFileResponse, { ...OF_RUN, asked: namesFormat }),
    json("plans/get", OF_RUN),
  ],
  "GET /api/v1/runs/{id}/approval-context": json("approvals/context", OF_RUN),
  "POST /api/v1/runs/cancel": json("runs/cancelMany", SLOW),
  "GET /api/v1/runs/deletion": json("runs/deletion", { lists: ["runIds"] }),
  "POST /api/v1/runs/delete": json("runs/deleteMany", SLOW),
  "POST /api/v1/runs/{id}/plan": json("plans/editDraft", OF_RUN),
  "POST /api/v1/runs/{id}/commands": json("runs/command", { ...OF_RUN, ...SLOW }),
  "POST /api/v1/runs/{id}/fork": json("runs/fork", OF_RUN),
  "GET /api/v1/runs/{id}/fork-preview": json("runs/forkPreview", OF_RUN),
  "GET /api/v1/runs/{id}/family": json("runs/family", OF_RUN),
  "GET /api/v1/runs/{id}/example": json("examples/draft", OF_RUN),
  "GET /api/v1/runs/{id}/marks": json("marks/list", OF_RUN),
  "POST /api/v1/runs/{id}/marks": json("marks/save", OF_RUN),
  "GET /api/v1/runs/{id}/comments": json("comments/list", OF_RUN),
  "POST /api/v1/runs/{id}/comments": created("comments/add", OF_RUN),
  "POST /api/v1/runs/{id}/comments/round": json("comments/send", OF_RUN),
  "POST /api/v1/runs/{id}/comments/ask": created("comments/ask", OF_RUN),
  "POST /api/v1/questions/{id}/retry": json("comments/askAgain", OF_QUESTION),
  "POST /api/v1/comments/{id}": json("comments/edit", OF_COMMENT),
  "POST /api/v1/comments/{id}/replies": created("comments/reply", OF_COMMENT),
  "POST /api/v1/comments/{id}/resolve": json("comments/resolve", OF_COMMENT),
  "POST /api/v1/comments/{id}/reopen": json("comments/reopen", OF_COMMENT),
  "POST /api/v1/comments/{id}/remove": json("comments/remove", OF_COMMENT),

  "GET /api/v1/compare": json("runs/compare"),
  "GET /api/v1/marks": json("marks/list", { omit: ["runId"] }),
  "GET /api/v1/replans": json("replans/list"),
  "GET /api/v1/forecasts/errors": json("forecasts/errors"),
  "GET /api/v1/costs": json("costs/report"),
  "GET /api/v1/costs/csv": file("costs/csv", textPartsResponse),
  "GET /api/v1/insights": json("insights/report"),
  "GET /api/v1/insights/csv": file("insights/csv", textFileResponse),
  "GET /api/v1/views": json("views/list"),
  "POST /api/v1/views": created("views/save"),
  "POST /api/v1/views/{id}/rename": json("views/rename", OF_VIEW),
  "POST /api/v1/views/{id}/remove": json("views/remove", OF_VIEW),
  "GET /api/v1/tools": json("tools/list"),
  "GET /api/v1/scenarios": json("scenarios/list"),
  "GET /api/v1/about": json("system/about"),
  "GET /api/v1/me": json("system/me"),
  "GET /api/v1/people": json("system/people"),
  "GET /api/v1/health": json("system/health", { limitMs: 1_000 }),
  "GET /api/v1/status": json("system/status"),
  "GET /api/v1/live": { kind: "process", respond: () => Response.json({ status: "ok" }, NOT_STORED) },
  "GET /api/v1/openapi.json": { kind: "document" },
  "GET /api/v1/stream": stream("stream/open", EVENT_STREAM, sharedStream, { omit: ["signal"] }),

  "GET /api/v1/approvals": json("approvals/list"),
  "GET /api/v1/approvals/held": json("approvals/held"),
  "GET /api/v1/approvals/{id}": json("approvals/get", OF_APPROVAL),
  // Only the console says that a rule of a person's session answered.
  "POST /api/v1/approvals/{id}/decision": json("approvals/decide", {
    ...OF_APPROVAL,
    omit: ["provenance"],
  }),
  "POST /api/v1/approvals/{id}/hand-on": json("approvals/handOn", OF_APPROVAL),
  "POST /api/v1/approvals/decisions": json("approvals/decideMany"),

  "POST /api/v1/attachments": created("attachments/add", {
    ...SLOW,
    file: { field: "content", maxBytes: MAX_FILE_BYTES },
  }),
  "GET /api/v1/attachments/{id}": json("attachments/get"),
  "GET /api/v1/attachments/{id}/content": file("attachments/content", attachmentResponse),

  "POST /api/v1/plans/parse": json("plans/parse"),
  "POST /api/v1/plans/validate": json("plans/validate"),
  "POST /api/v1/plans/critique": json("plans/critique"),
  "POST /api/v1/plans/forecast": json("forecasts/plan"),
  "POST /api/v1/plans/diff": json("plans/diff"),

  "GET /api/v1/lessons": json("lessons/list"),
  "POST /api/v1/lessons": created("lessons/propose"),
  "GET /api/v1/lessons/{id}": json("lessons/get", OF_LESSON),
  "POST /api/v1/lessons/{id}": json("lessons/edit", OF_LESSON),
  "POST /api/v1/lessons/{id}/accept": json("lessons/accept", OF_LESSON),
  "POST /api/v1/lessons/{id}/revoke": json("lessons/revoke", OF_LESSON),

  "GET /api/v1/examples": json("examples/list"),
  "POST /api/v1/examples": created("examples/create"),
  "GET /api/v1/examples/export": file("examples/export", textFileResponse),
  "POST /api/v1/examples/import": json("examples/import"),
  "GET /api/v1/examples/{id}": json("examples/get", OF_EXAMPLE),
  "POST /api/v1/examples/{id}": json("examples/edit", OF_EXAMPLE),
  "POST /api/v1/examples/{id}/switch": json("examples/switch", OF_EXAMPLE),

  "GET /api/v1/templates": json("templates/list"),
  "POST /api/v1/templates": created("templates/save", { omit: ["templateId", "expectedVersion"] }),
  "GET /api/v1/templates/{id}": json("templates/get", OF_TEMPLATE),
  "POST /api/v1/templates/{id}": json("templates/save", { ...OF_TEMPLATE, omit: ["name"] }),
  "POST /api/v1/templates/{id}/fill": json("templates/fill", OF_TEMPLATE),
  "POST /api/v1/templates/{id}/archive": json("templates/archive", OF_TEMPLATE),
  "GET /api/v1/agents": json("agents/list"),

  "GET /api/v1/replays": json("replays/list", { lists: ["status"] }),
  "POST /api/v1/replays": created("replays/create"),
  "POST /api/v1/replays/import": created("replays/import"),
  "GET /api/v1/replays/{id}": json("replays/get", OF_REPLAY),
  "GET /api/v1/replays/{id}/export": file("replays/export", textFileResponse, OF_REPLAY),
  "POST /api/v1/replays/{id}/cancel": json("replays/cancel", OF_REPLAY),

  "GET /api/v1/policies": json("policies/list"),
  "POST /api/v1/policies": json("policies/save", { omit: ["policyId", "version"] }),
  "GET /api/v1/policies/{id}": json("policies/get", OF_POLICY),
  "POST /api/v1/policies/{id}": json("policies/save", OF_POLICY),
  "POST /api/v1/policies/{id}/remove": json("policies/remove", OF_POLICY),
  "GET /api/v1/policies/{id}/history": json("policies/history", OF_POLICY),
  "POST /api/v1/policies/explain": json("policies/explain"),

  "GET /api/v1/keys": json("keys/list"),
  "POST /api/v1/keys": created("keys/create"),
  "POST /api/v1/keys/{id}/revoke": json("keys/revoke", OF_KEY),
  "GET /api/v1/spending": json("spending/get", { omit: ["onlyWithCap"] }),
  "POST /api/v1/spending": json("spending/change"),
  "GET /api/v1/spending/run-budgets": json("spending/runBudgets"),
  "POST /api/v1/spending/run-budgets": json("spending/setRunBudgets"),
  "GET /api/v1/drills": json("drills/list"),
  "POST /api/v1/drills": json("drills/send"),
  "GET /api/v1/drills/settings": json("drills/settings"),
  "POST /api/v1/drills/settings": json("drills/change"),
  "POST /api/v1/drills/join": json("drills/join"),
  "GET /api/v1/overview": json("overview/figures"),
  "GET /api/v1/retention": json("retention/get"),
  "POST /api/v1/retention": json("retention/change"),
  "POST /api/v1/retention/audit": json("retention/purgeAudit", SLOW),
  "POST /api/v1/retention/runs": json("retention/deleteRuns", SLOW),
  "GET /api/v1/data/export": file("data/export", gzipResponse),
  "GET /api/v1/data/exports": json("data/exports"),
  "GET /api/v1/data/audit": file("data/exportAudit", textPartsResponse),

  "GET /api/v1/models": json("models/list"),
  "POST /api/v1/models": json("models/saveModel"),
  "POST /api/v1/models/remove": json("models/removeModel"),
  "POST /api/v1/models/providers": json("models/saveProvider", SLOW),
  "POST /api/v1/models/providers/remove": json("models/removeProvider"),
  "POST /api/v1/models/defaults": json("models/setRoleDefaults"),
  "POST /api/v1/models/roles": json("models/saveRole"),
  "POST /api/v1/models/simulated-tools": json("models/setSimulatedTools"),
  "POST /api/v1/models/test": json("models/test", SLOW),

  "GET /api/v1/notifications": json("notifications/list"),
  "POST /api/v1/notifications": json("notifications/save", SLOW),
  "POST /api/v1/notifications/{id}/remove": json("notifications/remove", OF_CHANNEL),
  "POST /api/v1/notifications/{id}/test": json("notifications/test", { ...OF_CHANNEL, ...SLOW }),
  "GET /api/v1/notifications/choices": json("notifications/choices"),
  "POST /api/v1/notifications/choices": json("notifications/choose"),
  "GET /api/v1/notifications/deliveries": json("notifications/deliveries"),
  "POST /api/v1/notifications/deliveries/{id}/retry": json("notifications/sendAgain", OF_DELIVERY),

  "GET /api/v1/mcp-servers": json("mcp/list"),
  "POST /api/v1/mcp-servers": json("mcp/add", SLOW),
  "POST /api/v1/mcp-servers/{name}": json("mcp/change", SLOW),
  "POST /api/v1/mcp-servers/{name}/remove": json("mcp/remove", SLOW),
  "POST /api/v1/mcp-servers/{name}/test": json("mcp/test", SLOW),
  "POST /api/v1/mcp-servers/{name}/tools": json("mcp/setTool"),
  "POST /api/v1/mcp-servers/{name}/tools/accept": json("mcp/acceptTool"),
} satisfies Record<`${Method} /api/v1/${string}`, Answering>;

/** An address with its method, such as `GET /api/v1/runs/{id}`. */
export type RouteKey = keyof typeof ROUTES;
export type RoutePath = RouteKey extends infer Key
  ? Key extends `${Method} ${infer Path}`
    ? Path
    : never
  : never;

/** The routes at an address with its method, in the order in which they are asked; none where no service answers. */
export const routesAt = (key: RouteKey): readonly Route[] => {
  const there: Answering = ROUTES[key];
  if ("verb" in there) return [there];
  return "kind" in there ? [] : there;
};
