import { markedLine } from "@/lib/core/legible/marked";
import { elideText } from "@/lib/core/text";

/** One printable line of at most `chars` characters: what models and tools wrote cannot steer the terminal, nor hide in it. */
export const plainLine = (text: string, chars = 200): string => elideText(markedLine(text), chars);
