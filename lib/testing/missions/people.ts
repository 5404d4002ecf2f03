import type { SaidAtGate } from "@/lib/core/evaluation";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { GATES, type GateVerb } from "@/lib/core/run/gates/table";
import type { ApprovalView } from "@/lib/core/views";

type Said = { by?: string | undefined; verb: GateVerb; comment?: string | undefined; value?: Json };

/** What a gate asks, and how the one who is asked would call it. */
export type AskedGate = Pick<ApprovalView, "kind" | "prompt" | "terms" | "verbs"> & { title: string };

/** People who say at gates what their mission has for them, each thing once. */
export type People = {
  /** What is said here. What nobody expected is answered as a session by rule answers it; undefined where that has no answer. */
  answer(gate: AskedGate): (Said & { expected: boolean }) | undefined;
};

export function createPeople(script: readonly SaidAtGate[]): People {
  const left = [...script];
  return {
    answer(gate) {
      const found = left.find((one) => fits(one, gate));
      if (found) {
        left.splice(left.indexOf(found), 1);
        const { by, verb, comment, fields } = found;
        const value = fields ? filled(gate.terms.form, fields) : found.value;
        return { by, verb, comment, ...(value !== undefined && { value }), expected: true };
      }
      const { bySession } = GATES[gate.kind] as { bySession?: GateVerb };
      if (bySession === undefined || !gate.verbs.includes(bySession)) return;
      return { verb: bySession, expected: false };
    },
  };
}

function fits({ at, about, verb }: SaidAtGate, { kind, prompt, title, verbs }: AskedGate): boolean {
  const asked = `${prompt ?? ""} ${title}`.toLowerCase();
  return at === kind && verbs.includes(verb) && (about === undefined || asked.includes(about.toLowerCase()));
}

/** A form with the fields that somebody knows; the others are left out. */
function filled(form: unknown, fields: NonNullable<SaidAtGate["fields"]>): Json {
  const schema = form as JsonObject | null;
  const properties = isJsonObject(schema?.properties) ? schema.properties : {};
  const given = Object.entries(properties).flatMap(([name, field]): [string, Json][] => {
    const title = isJsonObject(field) ? String(field.title ?? "") : "";
    const words = `${name} ${title}`.toLowerCase();
    const known = fields.find((one) => one.words.some((word) => words.includes(word.toLowerCase())));
    return known ? [[name, known.value]] : [];
  });
  return Object.fromEntries(given);
}
