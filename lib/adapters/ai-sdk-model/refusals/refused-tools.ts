import { digestOf } from "@/lib/core/bytes";
import { isSameJson } from "@/lib/core/json";
import type { Log, RefusedTool, ToolSpec } from "@/lib/core/ports";
import { elideText } from "@/lib/core/text";
import type { ErrorFacts } from "../error-facts";
import { classify } from "../failure";
import { simpleSchema } from "./simple-schema";

/**
 * Refusals of models, by provider's address and model: parts of requests, of settings the value alone, as
 * `temperature=0`, and parts of tools.
 */
export type RefusedFeatures = Map<string, Set<string>>;

/** Part of a tool that a provider refuses; one that is refused as a `tool` is not sent (docs/models.md, "What a model does not take"). */
const PARTS = ["schema", "description", "tool"] as const;
type Part = (typeof PARTS)[number];

/** OpenAI takes 1 024 of a description. */
const SHORT_CHARS = 1_000;

/** 5xx where only the words say that it is the request: servers that make a grammar of schemas fail so. */
const STATUSES: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 500, 501, 502]);
/** `tools[0].function.parameters`, `tools.3.custom.input_schema`, `tools[0].function_declarations[2]`; all that stands behind. */
const PLACE =
  /\b(?:(?:tool|function)s?(?:\[|[./]| (?:at )?index:? ?)(\d+)\]?(?:[./]function_?declarations?[[./](\d+)\]?)?|function_?declarations?[[./](\d+)\]?)([\w.[\]$/]*)/gi;
const OF_SCHEMA = /^[./]?(?:\w+[./])?(?:parameters|input_?schema|schema)/i;
const OF_WORDS = /^[./]?(?:(?:function|custom)[./])?(name|description)\b/i;
const NAMED = /\b(?:tool|function)s?[\s:=(]{1,3}\\?["'`‘“]?([\w.:/-]+)/gi;
const QUOTED = /["'`‘“]([^\s"'`’”\\]+)\\?["'`’”]/g;
const SCHEMA =
  /schema|grammar|\bparameters\b|\bpropert(?:y|ies)\b|additionalProperties|\$(?:ref|defs)\b|\b(?:any|one|all)Of\b/i;
const SCHEMA_ITSELF = /schema|grammar|additionalProperties|\$(?:ref|defs)\b|\b(?:any|one|all)Of\b/i;
const TOOLS = /\b(?:tool|function)s?\b/i;
/** A call that does not fit is the model's, not the schema's. */
const OF_A_CALL = /tool[_ ]?calls?\b|tool_use_failed|failed_generation/i;

/** The tools that a refusal names, by their place or by their name beside words of schemas; undefined where it names none. */
function namedTools({ param, message, told = "" }: ErrorFacts, tools: readonly ToolSpec[]) {
  const text = [param, message, told].join("\n");
  const places = [...text.matchAll(PLACE)].flatMap(([, tool, declaration, alone, rest = ""]) => {
    const at = tools[Number(declaration ?? alone ?? tool)];
    const part = partOf(rest, text);
    return at && part ? [{ tool: at, part }] : [];
  });
  const [first] = places;
  if (first) {
    const same = places.filter(({ part }) => part === first.part).map(({ tool }) => tool);
    return { tools: [...new Set(same)], part: first.part };
  }
  if (!SCHEMA.test(withoutNames(text, tools)) || OF_A_CALL.test(text)) return undefined;
  const found = [NAMED, QUOTED]
    .map((form) => {
      const names = new Set([...text.matchAll(form)].map(([, name = ""]) => name.replace(/[.:]+$/, "")));
      return tools.filter(({ name }) => names.has(name));
    })
    .find((some) => some.length > 0);
  return found && { tools: found, part: "schema" as const };
}

function partOf(rest: string, text: string): Part | undefined {
  const word = OF_WORDS.exec(rest)?.[1]?.toLowerCase();
  if (word === "name") return "tool";
  if (word === "description") return word;
  return OF_SCHEMA.test(rest) || (!/\w/.test(rest) && SCHEMA.test(text)) ? "schema" : undefined;
}

/** A tool may be called `validate_schema`. */
const withoutNames = (text: string, tools: readonly ToolSpec[]): string =>
  tools.reduce((rest, { name }) => rest.replaceAll(name, ""), text);

/** Does a refusal speak of the schemas of tools, whichever it is? */
function speaksOfSchemas({ param, message, told = "" }: ErrorFacts, tools: readonly ToolSpec[]): boolean {
  const text = withoutNames([param, message, told].join("\n"), tools);
  return !OF_A_CALL.test(text) && (SCHEMA_ITSELF.test(text) || (TOOLS.test(text) && SCHEMA.test(text)));
}

/** How the tools of one request are sent to a model, by what it has refused of them until now. */
export class SentTools {
  readonly #known: RefusedFeatures;
  readonly #model: string;
  readonly #log?: Log;
  readonly #refused: Map<ToolSpec, Set<Part>>;
  #suspected: readonly ToolSpec[] = [];

  /** `model` is the key of what is known of it. */
  constructor(tools: readonly ToolSpec[] = [], known: RefusedFeatures, model: string, log?: Log) {
    this.#known = known;
    this.#model = model;
    this.#log = log;
    const of = known.get(model);
    this.#refused = new Map(
      tools.map((tool) => [tool, new Set(of ? PARTS.filter((part) => of.has(keyOf(tool, part))) : [])]),
    );
  }

  /** The tools as they are sent. */
  get specs(): ToolSpec[] {
    return [...this.#refused].flatMap(([tool, parts]) =>
      parts.has("tool") ? [] : [sentWithout(tool, parts)],
    );
  }

  /** The tools that are not sent as they were given; undefined where all are. */
  get changed(): RefusedTool[] | undefined {
    const changed = [...this.#refused].flatMap(([{ name }, parts]): RefusedTool[] =>
      parts.size === 0 ? [] : [{ tool: name, sent: parts.has("tool") ? "left_out" : "simplified" }],
    );
    return changed.length > 0 ? changed : undefined;
  }

  /** Sends otherwise what a refusal names; false where it names no tool that is sent. */
  changeNamed(facts: ErrorFacts): boolean {
    const sent = [...this.#refused].flatMap(([tool, parts]) => (parts.has("tool") ? [] : [tool]));
    const complaint = isOfRequest(facts) ? namedTools(facts, sent) : undefined;
    for (const tool of complaint?.tools ?? []) this.#note(tool, complaint?.part);
    return complaint !== undefined;
  }

  /** Simplifies all, once, where a refusal speaks of schemas and names none. */
  changeAll(facts: ErrorFacts): boolean {
    return isOfRequest(facts) && speaksOfSchemas(facts, [...this.#refused.keys()]) && this.#simplifyAll();
  }

  /**
   * Simplifies all, once, where nothing explains why the request is wrong, or only that its tools are not taken: providers say
   * what they refuse of a schema in any words, or in none.
   */
  changeOnTrial(facts: ErrorFacts): boolean {
    const { status, param, message, told = "" } = facts;
    const isOfThis = (status === 400 || status === 422) && classify(facts) === "bad_request";
    return isOfThis && !OF_A_CALL.test([param, message, told].join("\n")) && this.#simplifyAll();
  }

  #simplifyAll(): boolean {
    const whole = [...this.#refused].flatMap(([tool, parts]) =>
      parts.size === 0 && !isSimple(tool) ? [tool] : [],
    );
    if (whole.length === 0) return false;
    for (const tool of whole) this.#refused.get(tool)?.add("schema");
    this.#suspected = whole;
    return true;
  }

  /** The request was taken so: what was simplified on suspicion was so rightly. */
  taken(): void {
    for (const tool of this.#suspected) this.#keep(tool, "schema");
    this.#suspected = [];
  }

  /** Where nothing is left of a part that can be put otherwise, it is the tool. */
  #note(tool: ToolSpec, complained: Part = "schema"): void {
    const parts = this.#refused.get(tool);
    const isLast = parts?.has(complained) || (complained === "schema" && isSimple(tool));
    const part = isLast ? "tool" : complained;
    parts?.add(part);
    this.#keep(tool, part);
  }

  #keep(tool: ToolSpec, refused: Part): void {
    const known = this.#known.get(this.#model) ?? [];
    this.#known.set(this.#model, new Set([...known, keyOf(tool, refused)]));
    this.#log?.info(
      { model: this.#model, tool: tool.name, refused },
      "a model's provider does not take a tool as it is; it is sent otherwise or left out",
    );
  }
}

const isOfRequest = ({ status = 0 }: ErrorFacts): boolean => STATUSES.has(status);

const isSimple = ({ inputSchema }: ToolSpec): boolean => isSameJson(simpleSchema(inputSchema), inputSchema);

/** A tool that comes with another schema is tried again. */
const keyOf = ({ name, description, inputSchema }: ToolSpec, part: Part): string =>
  `${part} ${name} ${digestOf([description, inputSchema])}`;

/** A tool without the parts that are refused: the whole schema stands in words, unless those are refused too. */
function sentWithout(tool: ToolSpec, refused: ReadonlySet<Part>): ToolSpec {
  if (refused.size === 0) return tool;
  const { name, description, inputSchema } = tool;
  const schema = refused.has("schema") ? simpleSchema(inputSchema) : inputSchema;
  if (refused.has("description"))
    return { name, description: elideText(description, SHORT_CHARS), inputSchema: schema };
  const words = `The arguments have to fit this JSON Schema: ${JSON.stringify(inputSchema)}`;
  return { name, description: `${description}\n\n${words}`.trim(), inputSchema: schema };
}
