import type { Tool, Transport } from "@modelcontextprotocol/client";
import { isSpecType, specTypeSchemas } from "@modelcontextprotocol/client";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import type { LeftOutTool } from "@/lib/core/mcp";

type Hooked = Pick<Transport, "onmessage" | "send">;
type Message = Parameters<NonNullable<Transport["onmessage"]>>[0];

/** A list of tools as the server wrote it, and those of it that are no tools to the protocol. */
export type RawList = { tools: Tool[]; malformed: LeftOutTool[] };

type Schemas = Pick<Tool, "inputSchema" | "outputSchema">;
/** Stands in for a schema that is not looked into. */
const ANY_OBJECT = { type: "object" } as const;

/** Where the SDK finds what a server answered to a call, as the server wrote it. */
const ANSWERED = "answered";

/**
 * Lets the SDK accept what it would refuse as a whole: of a list of tools it is given those that it can read, and the answer
 * to a call as data that it does not look into. `rawList` gives a list that the SDK has read as it was before.
 */
export function acceptRawAnswers(transport: Hooked): { rawList(read: readonly Tool[]): RawList } {
  const asked = new Map<unknown, string>();
  let malformed: LeftOutTool[] = [];
  let schemas = new Map<string, Schemas>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ("method" in message && "id" in message) {
      asked.set(message.id, message.method);
      if (message.method === "tools/list" && message.params?.cursor === undefined) {
        malformed = [];
        schemas = new Map();
      }
    }
    return send(message, options);
  };
  const { onmessage: deliver } = transport;
  transport.onmessage = (received, extra) => {
    const message = withOwnId(received);
    const method = "method" in message ? undefined : asked.get(message.id);
    if (method !== undefined && "id" in message) asked.delete(message.id);
    deliver?.(method === undefined ? message : readable(message, method), extra);
  };

  /** Some servers write the number of a request as a text. */
  function withOwnId(message: Message): Message {
    if ("method" in message || !("id" in message) || asked.has(message.id)) return message;
    const id = Number(message.id);
    return typeof message.id === "string" && asked.has(id) ? { ...message, id } : message;
  }

  function readable(message: Message, method: string): Message {
    if (!("result" in message)) return message;
    const result = message.result as JsonObject;
    if (method === "tools/list") return { ...message, result: withoutMalformed(result) };
    if (method !== "tools/call" || result.resultType === "input_required") return message;
    const carried = { resultType: "complete", content: [], structuredContent: { [ANSWERED]: result } };
    return { ...message, result: carried };
  }

  function withoutMalformed(result: JsonObject): JsonObject {
    if (!Array.isArray(result.tools)) return result;
    const tools = result.tools.map(withoutNulls).flatMap((tool) => {
      const problem = problemOf(tool);
      const name = isJsonObject(tool) && typeof tool.name === "string" ? tool.name : "(no name)";
      if (problem !== undefined || !isJsonObject(tool)) {
        malformed.push({ name, reason: problem ?? "it is no object" });
        return [];
      }
      // Each revision of the protocol allows others, and nothing but the toolbox reads them.
      const { inputSchema, outputSchema, ...rest } = tool;
      if (!schemas.has(name)) schemas.set(name, { inputSchema, outputSchema } as Schemas);
      return [{ ...rest, inputSchema: ANY_OBJECT }];
    });
    return { ...result, tools };
  }

  return {
    rawList(read) {
      const tools = read.map((tool) => {
        const { inputSchema = ANY_OBJECT, outputSchema } = schemas.get(tool.name) ?? {};
        return outputSchema ? { ...tool, inputSchema, outputSchema } : { ...tool, inputSchema };
      });
      return { tools, malformed };
    },
  };
}

/** What a server answered to a call, from what the SDK made of it. */
export const rawAnswer = ({ structuredContent }: { structuredContent?: unknown }): Json =>
  (structuredContent as JsonObject)[ANSWERED] as Json;

const HOLDS_NULLS: ReadonlySet<string> = new Set(["annotations", "inputSchema"]);

/** Many servers write what they leave out as null, such as empty lists of the names that are required, and PHP no fields as a list of none. */
function withoutNulls(tool: Json): Json {
  if (!isJsonObject(tool)) return tool;
  const isLeftOut = (key: string, value: Json) =>
    value === null || (key === "properties" && Array.isArray(value) && value.length === 0);
  const entries = Object.entries(tool).filter(([key, value]) => !isLeftOut(key, value));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, HOLDS_NULLS.has(key) ? withoutNulls(value) : value]),
  );
}

function problemOf(tool: Json): string | undefined {
  if (!isJsonObject(tool)) return "it is no object";
  if (typeof tool.name !== "string") return "it has no name";
  const { inputSchema, outputSchema, ...rest } = tool;
  if (!isJsonObject(inputSchema)) return "its input schema is no JSON object";
  if (inputSchema.type !== "object") return 'its input schema does not say that it is of the type "object"';
  if (outputSchema !== undefined && !isJsonObject(outputSchema)) return "its output schema is no JSON object";
  // Parts of schemas that cannot be used are let go by themselves (`lib/core/mcp/checkable-schema.ts`).
  const bare = { ...rest, inputSchema: ANY_OBJECT };
  if (isSpecType.Tool(bare)) return undefined;
  const checked = specTypeSchemas.Tool["~standard"].validate(bare);
  const [issue] = checked instanceof Promise ? [] : (checked.issues ?? []);
  const place = issue?.path?.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return `its definition breaks the protocol${issue ? ` at ${place || "its top"}: ${issue.message}` : ""}`;
}
