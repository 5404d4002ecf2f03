/** The text with its first letter large: a fact as the beginning of a sentence or as a label. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** With it small: a title within a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
