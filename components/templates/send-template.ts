import { call, type RouteOutput } from "@/lib/client/call";
import type { Send } from "@/lib/client/mutation";
import type { SaveTemplateInput } from "@/lib/core/inputs/templates";

/** A new template, or the next version of one. */
export const sendSave: Send<SaveTemplateInput, RouteOutput<"POST /api/v1/templates">> = (
  { templateId, expectedVersion, name, ...input },
  key,
) =>
  templateId === undefined
    ? call("POST /api/v1/templates", { ...input, name }, { key })
    : call("POST /api/v1/templates/{id}", { ...input, id: templateId, expectedVersion }, { key });
