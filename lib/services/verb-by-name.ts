import { z } from "zod";
import type { JsonSchema } from "@/lib/core/openapi/json-schema";
import { getOwn } from "@/lib/core/own";
import {
  type RegisteredVerb,
  type ServiceCall,
  type Services,
  type VerbName,
  type VerbOutput,
  verbs,
} from "./registry";

const BY_NAME: ReadonlyMap<VerbName, RegisteredVerb> = new Map(verbs.map((verb) => [verb.verbName, verb]));

/** The facts of a verb that transports and tests need. */
export const verbNamed = (name: VerbName) => BY_NAME.get(name) as RegisteredVerb;

/** The JSON Schema of what a caller may send to a verb; what no schema can say is left open. */
export function inputSchemaOf(name: VerbName): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(verbNamed(name).schema, {
    io: "input",
    unrepresentable: "any",
    // Only pages have a use for it.
    override: ({ jsonSchema }) => delete jsonSchema.look,
  });
  return schema as JsonSchema;
}

/** A service by the name of its verb, for transports: it takes input as a client sent it, and reads it itself. */
export function serviceNamed<Name extends VerbName>(services: Services, name: Name) {
  const [entity = "", verb = ""] = name.split("/");
  type Service = (call: ServiceCall<Record<string, unknown>>) => Promise<VerbOutput<Name>>;
  return getOwn(
    getOwn(services as unknown as Record<string, Record<string, Service>>, entity),
    verb,
  ) as Service;
}
