import { markedText, quotedText } from "../../legible/marked";
import type { ApprovalKind } from "../../run/gates/table";

/**
 * A gate in a list: what somebody asks in full, as a quotation, of what the engine asks the question alone, without its
 * reasons and changes. What nobody would see in it is a mark.
 */
export function listedQuestion({ kind, prompt }: { kind: ApprovalKind; prompt: string }): string {
  const isQuoted = kind === "human_review" || kind === "tool_input";
  return isQuoted ? quotedText(prompt) : markedText(prompt.split("\n", 1)[0] as string);
}
