/**
 * A value that a page hands to its browser as JSON text, or to an action of its server: React's own wire leaves out what is
 * named `__proto__`, both ways and without a word. Actions read it by `readPageText`.
 */
export type PageText<T> = { json: string /** Never there: it says what the text is of. */; of?: T };

/** Writes what holds names of any text: of tasks, agents, fields. */
export const toPageText = <T>(value: T): PageText<T> => ({ json: JSON.stringify(value) });

/** The value that the server wrote; a new one at each call. */
export const fromPageText = <T>({ json }: PageText<T>): T => JSON.parse(json);

/** A server action as what sends it is called: its input goes as text. */
export const byText =
  <Input, Reply>(action: (input: PageText<Input>) => Promise<Reply>) =>
  (input: Input): Promise<Reply> =>
    action(toPageText(input));
