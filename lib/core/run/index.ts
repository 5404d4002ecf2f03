/** The run as a pure machine: commands are decided into events, events are applied to state, state wants effects. */
export { apply, fold, reduce } from "./apply";
export type {
  Command,
  CommandEnvelope,
  CommandReply,
  OfferedPlan,
  PersonCommand,
  WorkerCommand,
} from "./commands";
export { decide, isRefused } from "./decide";
export { nextEffects } from "./effects";
export { needsWorker, statusOf, wakeAt } from "./effects/status-of";
export { type DraftEvent, type EventType, MAX_EVENT_BYTES, type RunEvent, readEvent } from "./events";
export { settle } from "./settle";
export { type Effect, type EffectKind, initialState, type RunState, type TaskState } from "./state";
export { type CommandOutcome, type Touched, transact } from "./transact";
