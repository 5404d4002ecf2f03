/** A pattern for texts that have this one in them; signs that mean something in patterns stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
