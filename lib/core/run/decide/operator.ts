import type { PersonCommand } from "../commands";
import { draft } from "../events";
import type { RunState } from "../state";
import { finishRun } from "./finish";
import { type Decided, refuse } from "./refuse";

type Operator = Extract<PersonCommand, { type: "pause" | "resume" | "cancel" }>;

export function decideOperator(state: RunState, command: Operator, now: number): Decided {
  switch (command.type) {
    case "pause":
      if (state.paused) return refuse("not_allowed_now", "This run is paused already.");
      return [draft("run_paused", command.reason === undefined ? {} : { reason: command.reason })];
    case "resume":
      if (!state.paused) return refuse("not_allowed_now", "This run is not paused.");
      return [draft("run_resumed", {})];
    case "cancel":
      return finishRun(
        state,
        "cancelled",
        now,
        command.reason === undefined ? {} : { message: command.reason },
      );
  }
}
