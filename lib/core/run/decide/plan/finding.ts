import { COMMANDS } from "../../command-table";
import type { PersonCommand } from "../../commands";
import { draft } from "../../events";
import type { RunState } from "../../state";
import { type Decided, refuse } from "../refuse";

/**
 * A person's word on a finding of any critiqued version, with the reason. Whether the finding exists is checked by
 * the one who sends the command, since findings may lie in a blob (docs/engine.md, "Critic").
 */
export function decideReviewFinding(
  state: RunState,
  command: Extract<PersonCommand, { type: "review_finding" }>,
): Decided {
  const { planVersion, findingKey, verdict } = command;
  if (!state.critiques[planVersion]) {
    return refuse("not_found", `There is no critique of a plan version ${planVersion}.`);
  }
  const reason = command.reason.trim().slice(0, COMMANDS.review_finding.words.max);
  if (reason === "") return refuse("invalid_input", "Say why.");
  return [draft("finding_reviewed", { version: planVersion, findingKey, verdict, reason })];
}
