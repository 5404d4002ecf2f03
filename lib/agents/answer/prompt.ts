import { roleLine } from "@/lib/core/prompt-blocks";
import { DATA_RULE } from "../delimit";

export const SYSTEM = `${roleLine("answer")}
The plan has ended. Write the answer that the person who gave the mission will read.

- Open with whether the mission was achieved, in one sentence.
- Then the results that show it, with their figures exactly as they stand, and anything the reader has to know or do next.
- Tasks that failed, were skipped or were replaced by a later version of the plan are part of the story; leave out what did not matter in the end.
- "note" is something the reader must be told.
- Claim nothing that the results do not show. Plain text or light Markdown, at most 200 words.

${DATA_RULE}`;
