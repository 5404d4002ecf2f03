import type { ApprovalKind } from "../../run/gates/table";

/** A gate in a list: what somebody asks in full, of what the engine asks the question alone, without its reasons and changes. */
export const listedQuestion = ({ kind, prompt }: { kind: ApprovalKind; prompt: string }): string =>
  kind === "human_review" || kind === "tool_input" ? prompt : (prompt.split("\n", 1)[0] as string);
