/** The run as a pure machine: commands are decided into events, events are applied to state, state wants effects. */
export { apply, reduce } from "./apply";
export type {
  Command,
  OfferedPlan,
} from "./commands";
export { decide, isRefused } from "./decide";
export { nextEffects } from "./effects";
export { needsWorker, statusOf, wakeAt } from "./effects/status-of";
export { type DraftEvent, type EventType, MAX_EVENT_BYTES, type RunEvent, readEvent } from "./events";
export { fold } from "./fold";
export { settle } from "./settle";
export type { Effect, EffectKind, RunState, TaskState } from "./state";
export { initialState } from "./state/initial";
export { type CommandOutcome, type Touched, transact } from "./transact";
