import { z } from "zod";
import { MAX_VIEW_NAME_CHARS, MAX_VIEW_QUERY_CHARS } from "./limits";

/** The lists whose views can be kept. */
export const VIEW_PAGES = ["runs"] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

const page = z.enum(VIEW_PAGES).default("runs");
const viewId = z.string().max(200);
const name = z.string().trim().min(1, "Enter a name.").max(MAX_VIEW_NAME_CHARS);

export const listViewsInput = z.strictObject({ page });
/** `query` is what the address of the list has behind its question mark. */
export const saveViewInput = z.strictObject({ page, name, query: z.string().max(MAX_VIEW_QUERY_CHARS) });
export const renameViewInput = z.strictObject({ viewId, name });
export const removeViewInput = z.strictObject({ viewId });
