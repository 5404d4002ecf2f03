import { quoted } from "../../legible/marked";
import type { Risk } from "../../run/gates/risk";
import { formatTools } from "../tools";
import { fedByNote } from "./places";

/** So many acts stand in a sentence; the panel lists each with what it does. */
const MAX_NAMED_ACTS = 3;

/** Stands at the approval of a plan of such a run. */
export const FREES_MODELS =
  "Your approval holds for this version only. This run is set so that models may then change the plan, and act outside, without asking (afterApproval: replan).";

/** Why an answer takes a second step, in words. */
export function describeRisk(risk: Risk): string {
  switch (risk.code) {
    case "ends_run": {
      const what = risk.verb === "reject" ? "Rejecting" : "Aborting";
      return `${what} ends the run and cannot be undone. Finished work stays on record.`;
    }
    case "repeats_call":
      return `${risk.tool} runs again. If it has already happened, it happens twice.`;
    case "repeats_known_call":
      return `${risk.tool} has already run with exactly these arguments. Approving runs it again.`;
    case "starts_changes": {
      const named = risk.tasks
        .slice(0, MAX_NAMED_ACTS)
        .map(
          ({ title, tools, moreTools, fedBy }) =>
            `${quoted(title)} (by ${formatTools(tools, moreTools)}${fedByNote(fedBy)})`,
        );
      const more = risk.tasks.length - named.length + (risk.omitted ?? 0);
      const rest = more > 0 ? `; and ${more} more, listed on the panel of the gate` : "";
      return `This releases work that can change things outside: ${named.join("; ")}${rest}.`;
    }
    case "frees_models":
      return FREES_MODELS;
  }
}
