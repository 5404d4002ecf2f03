import { simulatedSentence } from "@/lib/core/describe/simulated";

/** Says of a result, a question or an answer that it rests on simulated tools; nothing where it does not. */
export function SimulatedNote({ tools }: { tools: readonly string[] }) {
  if (tools.length === 0) return null;
  return <p className="text-amber text-xs">{simulatedSentence(tools)}</p>;
}
