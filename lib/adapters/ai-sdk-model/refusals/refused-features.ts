import type { Log, ModelInfo, ModelRequest, ToolSpec } from "@/lib/core/ports";
import type { ErrorFacts } from "../error-facts";
import { type RefusedFeatures, SentTools } from "./refused-tools";

/** What a request may hold that some models refuse (docs/models.md, "What a model does not take"). */
// The effort first: some models refuse tools or a temperature only beside it, and say both words.
const FEATURES = ["reasoningEffort", "output", "json", "tools", "maxOutputTokens", "temperature"] as const;
type Feature = (typeof FEATURES)[number];

const FORM =
  /response[_ ]?format|response[_ ]?(?:json[_ ]?)?schema|response[_ ]?mime|json[_ ]?(?:schema|mode|object)|structured[_ ]?outputs?|text\.format|output_(?:config|format)|guided/i;
/** How providers name each, in the parameter or in the words of their refusal. */
const NAMES: Record<Feature, RegExp> = {
  reasoningEffort:
    /reasoning[._ ]?(?:effort|summar)|thinking[._ ]?(?:type|budget|config|level)|output_config\.effort|\b(?:adaptive|extended) thinking/i,
  output: FORM,
  json: FORM,
  tools: /\btools?\b|\btool[_ ](?:choice|use|calls?)|\bfunctions?[_ ]call|\bfunctions\b/i,
  maxOutputTokens: /max_(?:completion_|output_|new_)?tokens|maxOutputTokens/i,
  temperature: /temperature/i,
};
/** Tools may also be refused for what one of them says; then they are not refused as such. */
const NOT_TAKEN =
  /unsupported|unavailable|disabled|unknown|unrecogni[sz]ed|unexpected|not permitted|\bextra\b|requires --|no endpoints|(?:\bnot|n't|cannot|no)\b[^.]{0,40}\b(?:support|available|enabled|allowed|accept|take|implement|recogni[sz]ed|permitted|use)/i;
const TOOL_USE = "(?:tools?|functions?|(?:tool|function)[_ ](?:use|calls?|calling|choice))";
/** Says of tools as such that they are not taken, and not of a type, a keyword or a field in one of them. */
const DENIES_TOOLS = new RegExp(
  [
    `(?:\\bnot|n't|cannot|no)\\b[^.]{0,40}\\b(?:support\\w*|accept|take|implement)\\s+(?:the |any )?(?:use of )?${TOOL_USE}\\b`,
    `\\b${TOOL_USE}\\b(?: with this model| for this model)?\\s+(?:is|are|was|were)\\s+(?:currently |yet )?(?:not|un|disabled)`,
    "requires --|no endpoints|currently only named tools",
    `(?:unsupported|unknown|unrecogni[sz]ed|unexpected|extra)\\b[^.]{0,40}\\b(?:parameters?|arguments?|fields?|inputs?|keys?|names?)\\b[\\s:'"\`]*${TOOL_USE}\\b`,
  ].join("|"),
  "i",
);
/** Complaints about this very schema, or about the room that this request leaves, say nothing of others. */
const OF_THIS_REQUEST = /invalid (?:json )?schema|context[_ ](?:length|window|size)/i;
/** How a model says that it does not reason at all. */
const REASONING = /\b(?:thinking|reasoning)\b/i;
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 501]);

/** The part of a request that its provider refuses to take; undefined for every other error. */
export function refusedFeature(facts: ErrorFacts, request: ModelRequest): Feature | undefined {
  const { status, message, param = "" } = facts;
  if (status === undefined || !REFUSALS.has(status)) return undefined;
  const held = FEATURES.filter(
    (feature) => (request as Partial<Record<Feature, unknown>>)[feature] !== undefined,
  );
  const named =
    held.find((feature) => param !== "" && NAMES[feature].test(param)) ??
    held.find((feature) => NAMES[feature].test(message)) ??
    (held.includes("reasoningEffort") && REASONING.test(message) && NOT_TAKEN.test(message)
      ? "reasoningEffort"
      : undefined);
  return named === "tools" && !NOT_TAKEN.test(message) ? undefined : named;
}

/** Is it beyond doubt that a refusal is of tools as such? */
export const deniesTools = ({ message, param = "" }: ErrorFacts): boolean =>
  DENIES_TOOLS.test(message) || /^tools?(?:_choice)?$/i.test(param);

/** What one model is known to refuse. */
export class ModelLimits {
  private readonly known: RefusedFeatures;
  private readonly key: string;
  private readonly log?: Log;

  constructor(known: RefusedFeatures, key: string, log?: Log) {
    this.known = known;
    this.key = key;
    this.log = log;
  }

  refuses = (feature: Feature, request: Partial<ModelRequest> = {}): boolean =>
    this.known.get(this.key)?.has(refusedPart(feature, request)) === true;

  /** Keeps in mind that the model refuses a part of requests, unless it was only this request's. */
  note(feature: Feature, { message }: Pick<ErrorFacts, "message">, request: ModelRequest): void {
    const { tools, output } = request;
    const together =
      tools !== undefined &&
      output !== undefined &&
      feature !== "reasoningEffort" &&
      NAMES.tools.test(message);
    if (OF_THIS_REQUEST.test(message) || together) return;
    const part = refusedPart(feature, request);
    this.known.set(this.key, new Set([...(this.known.get(this.key) ?? []), part]));
    this.log?.info(
      { model: this.key, feature: part },
      "a model does not take a part of requests; it is left out",
    );
  }

  /** What is known of the model, with what it refuses. */
  withoutRefused(info: ModelInfo): ModelInfo {
    return {
      ...info,
      ...(this.refuses("output") && { jsonSchema: false }),
      ...(this.refuses("tools") && { toolCalling: "json" as const }),
    };
  }

  /** How the tools of a request are sent to the model. */
  sentTools = (tools: readonly ToolSpec[] | undefined): SentTools =>
    new SentTools(tools, this.known, this.key, this.log);

  /** The request without what the model refuses; tools are kept, as they are not ours to put into words. */
  fitting(request: ModelRequest): ModelRequest {
    const left = FEATURES.filter((feature) => feature !== "tools" && this.refuses(feature, request));
    return left.reduce(without, request);
  }
}

/** A setting may be refused for its value alone: another one is tried. */
function refusedPart(feature: Feature, request: Partial<ModelRequest>): string {
  return feature === "reasoningEffort" || feature === "temperature"
    ? `${feature}=${request[feature]}`
    : feature;
}

export function without(request: ModelRequest, feature: Feature): ModelRequest {
  return Object.fromEntries(Object.entries(request).filter(([key]) => key !== feature)) as ModelRequest;
}
