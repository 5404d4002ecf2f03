import { digestOf } from "@/lib/core/bytes";
import type { Json } from "@/lib/core/json";
import type { WorkspaceSetup } from "@/lib/core/ports";
import { WORKING_ROLES } from "@/lib/core/run/controls/release/models";
import type { ModelMark } from "@/lib/core/run/events/release";

export type ModelSetup = Pick<WorkspaceSetup, "defaultModelOf" | "settingsOfRole">;

/** The workspace's models as they are now, by the roles that do a plan's work. What people let run they let run by these. */
export const modelMarksOf = (setup: ModelSetup): ModelMark[] =>
  WORKING_ROLES.map((role): ModelMark => {
    const { fallbacks, ...settings } = setup.settingsOfRole(role);
    const own = Object.keys(settings).length > 0 && { settings: digestOf({ ...settings } as Json) };
    return { role, model: setup.defaultModelOf(role), ...(fallbacks.length > 0 && { fallbacks }), ...own };
  });
