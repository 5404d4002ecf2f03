import { digestOf } from "@/lib/core/bytes";
import { reachOf } from "@/lib/core/plan/reach";
import type { Plan } from "@/lib/core/plan/schema";
import { storePlan } from "@/lib/core/plan/store";
import type { OfferedPlan, RunState } from "@/lib/core/run";
import type { Proposal } from "@/lib/core/run/events/reviews";
import { storeValue } from "@/lib/core/stored-value";
import { offer, type RunWorld } from "./run-world";

export type AttemptAt = { key: string; taskId: string; attempt: number };

export const actor = (name: string) => ({ kind: "person", id: name, name }) as const;
export const voter = (name: string, mayReview = true) => ({ id: name, name, roles: [], mayReview });

/** A run whose engine does what the run wants and lets it do, while others try what they can. */
export abstract class PlayedRun {
  abstract world: RunWorld;
  protected abstract readonly tools: Parameters<typeof reachOf>[1];
  protected abstract writePlan(kind: "plan" | "replan", key: string): void;
  protected abstract runTask(at: AttemptAt): void;

  /** The decision that its reviewers propose. */
  protected get decision(): Proposal["decision"] {
    return "CONTINUE";
  }

  /** The plan as it is offered to the run as it stands. */
  protected offered(plan: Plan): OfferedPlan {
    const { state } = this.world;
    const known = Object.values(state.tasks).map(({ id, spec }) => [id, spec.lineage] as const);
    const parent =
      state.planVersion === 0 ? undefined : storePlan(this.world.plan as Plan, new Map(known)).plan;
    return { ...offer(plan, parent), reach: reachOf(plan, this.tools) };
  }

  /** All that can be done without people. */
  protected work(): void {
    for (let n = 0; n < 40; n += 1) {
      const keys = this.underWay();
      if (keys.length === 0) return;
      for (const key of keys) if (this.world.state.inFlight[key]) this.report(key);
    }
  }

  /** Starts what may start; the keys of all that is under way. */
  protected underWay(): string[] {
    this.world.tick(1);
    this.world.start();
    return Object.keys(this.world.state.inFlight);
  }

  protected report(key: string): void {
    const { world } = this;
    const { kind, taskId = "", attempt = 1 } = world.state.inFlight[key] as RunState["inFlight"][string];
    const at = { key, taskId, attempt };
    const { stored: value } = storeValue(`${taskId} done`);
    switch (kind) {
      case "run_attempt":
      case "run_direct":
        return this.runTask(at);
      case "show_gate": {
        const prompt = world.state.tasks[taskId]?.spec.gate?.prompt ?? "";
        const digest = digestOf({ prompt, shown: value.digest });
        return void world.send({ type: "gate_shown", ...at, shown: value, digest, prompt });
      }
      case "review": {
        const { decision } = this;
        const said = { reasoning: "r", answers: [], reviewer: "r", finalResult: value };
        return void world.send({ type: "review_read", ...at, proposal: { decision, ...said } });
      }
      case "replan":
      case "plan":
        return this.writePlan(kind, key);
      case "summarize":
        return this.summarize(key);
      default:
        return void world.send({ type: "effect_failed", key, error: { code: "unavailable", message: "" } });
    }
  }

  protected summarize(key: string): void {
    this.world.send({ type: "effect_failed", key, error: { code: "unavailable", message: "" } });
  }

  /** The call begins, and ends well. */
  protected call(at: AttemptAt, call: { step: number; callId: string; tool: string }): void {
    this.world.send({ type: "tool_started", ...at, ...call, sideEffects: "external" });
    this.world.send({ type: "tool_finished", ...at, ...call, ok: true, latencyMs: 1 });
  }
}
