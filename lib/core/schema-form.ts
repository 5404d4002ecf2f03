import { z } from "zod";
import { type FieldLook, type FormOf, readForm } from "./form";
import type { JsonObject } from "./json";

declare module "zod/v4/core" {
  interface GlobalMeta {
    look?: FieldLook;
  }
}

/** The fields of what a verb takes, as data for a page, which so needs no schemas. */
export const describeForm = <Schema extends z.ZodObject>(schema: Schema): FormOf<z.input<Schema>> =>
  readForm(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonObject, true);
