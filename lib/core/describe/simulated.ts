/** What pages, reports and answers say of something that rests on these simulated tools. */
export const simulatedSentence = (tools: readonly string[]): string =>
  `Simulated: this rests on ${tools.length === 1 ? "a simulated tool" : "simulated tools"} (${tools.join(", ")}). Nothing real was changed or measured.`;

/** The text with that sentence, unless it says so itself; unchanged where no simulated tool was used. */
export function withSimulatedSentence(text: string, tools: readonly string[]): string {
  if (tools.length === 0 || /simul/i.test(text)) return text;
  return `${text}\n\n${simulatedSentence(tools)}`;
}
