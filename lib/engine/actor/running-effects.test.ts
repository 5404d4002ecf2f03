import { expect, test } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import { initialState } from "@/lib/core/run";
import type { EffectKind } from "@/lib/core/run/state";
import { HELD } from "@/lib/testing/engine/run-with-effect";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { createSchemas, createToolbox } from "@/lib/tools";
import { EFFECTS } from "../effects";
import type { EffectReads } from "../effects/effect";
import { silentTextStreams } from "../streams/text-streams";
import type { Submission } from "../types";
import { sameSetup } from "../workspaces";
import { createRunningEffects } from "./running-effects";

/** Where an effect waits for something, each of which may throw whatever it likes. */
const STEPS = ["workspace", "read", "model", "commit"] as const;
type Step = (typeof STEPS)[number];

const thrown = (): never => {
  throw new TypeError("Cannot read properties of undefined");
};

/** Launches one effect in which a step throws; resolves with what is submitted of it. */
function launch(kind: EffectKind, step: Step): Promise<Submission[]> {
  const key = `run/${kind}`;
  const state = initialState("run");
  state.inFlight[key] = { kind, sinceSeq: 0 };
  const model = createScriptedModel(() => (step === "model" ? thrown() : "done"));
  const setup = sameSetup({ model, tools: createToolbox([]), defaultModelId: "scripted:model" });
  let submits = 0;
  let ids = 0;
  return new Promise((resolve) => {
    const running = createRunningEffects({
      services: {
        workspaces: step === "workspace" ? { ...setup, open: async () => thrown() } : setup,
        schemas: createSchemas(),
        reads: new Proxy({} as EffectReads, { get: () => async () => (step === "read" ? thrown() : []) }),
        clock: systemClock,
        ids: { next: () => `id${ids++}` },
        log: silentLog,
        streams: silentTextStreams,
        repairAttempts: 0,
      },
      runId: "run",
      epoch: () => 1,
      lease: HELD,
      state: () => state,
      catchUp: async () => true,
      stopReason: () => undefined,
      submit(submissions) {
        submits += 1;
        if (step === "commit" && submits === 1) thrown();
        resolve(submissions);
      },
      submission: (command, id = "id") => ({ envelope: { id, actor: { kind: "worker", id: "w" }, command } }),
      slotReleased() {},
    });
    running.launch({ kind, key, taskId: undefined, attempt: undefined } as never);
  });
}

const kinds = Object.keys(EFFECTS) as EffectKind[];

test.each(kinds.flatMap((kind) => STEPS.map((step) => [kind, step] as const)))(
  "%s that throws at its %s is reported, and ends nothing else",
  async (kind, step) => {
    const [broken, beside] = await Promise.all([launch(kind, step), launch(kind, "workspace")]);
    expect(broken.length).toBeGreaterThan(0);
    expect(beside.map(({ envelope }) => envelope.command)).toMatchObject([
      { type: "effect_failed", error: { message: "Cannot read properties of undefined" } },
    ]);
  },
);
