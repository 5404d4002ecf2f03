/**
 * A value that a page hands to its browser as JSON text: React's own wire leaves out what is named `__proto__`, without a
 * word.
 */
export type PageText<T> = { json: string /** Never there: it says what the text is of. */; of?: T };

/** Writes what holds names of any text: of tasks, agents, fields. */
export const toPageText = <T>(value: T): PageText<T> => ({ json: JSON.stringify(value) });

/** The value that the server wrote; a new one at each call. */
export const fromPageText = <T>({ json }: PageText<T>): T => JSON.parse(json);
