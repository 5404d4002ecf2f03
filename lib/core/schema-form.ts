import { z } from "zod";
import { type FieldLook, type FormNode, type FormOf, readForm } from "./form";
import type { JsonObject } from "./json";

declare module "zod/v4/core" {
  interface GlobalMeta {
    look?: FieldLook;
  }
}

/**
 * The fields of what a verb takes, as data for a page, which so needs no schemas. Those of one kind of several are asked for
 * where the field that names the kind says so.
 */
export function describeForm<Schema extends z.ZodObject | z.ZodDiscriminatedUnion>(
  schema: Schema,
): FormOf<z.input<Schema>> {
  const fields = (one: z.ZodType): FormNode[] =>
    readForm(z.toJSONSchema(one, { io: "input", unrepresentable: "any" }) as JsonObject, true);
  if (schema instanceof z.ZodObject) return fields(schema);
  const { discriminator, options } = schema.def;
  return options.flatMap((option) => {
    const nodes = fields(option as z.ZodObject);
    const kinds = nodes.find(({ id }) => id === discriminator);
    const values = kinds?.kind === "choice" ? (kinds.choices ?? []) : [];
    return nodes.map((node) => ({ ...node, when: { ...node.when, [discriminator]: values } }));
  });
}
