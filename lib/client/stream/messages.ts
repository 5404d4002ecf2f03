import type { StreamFrame, Topic } from "@/lib/core/stream";

/**
 * `outdated`: the server folds events otherwise than this page, which has to be loaded again. `signed_out`: the server
 * is there and knows this browser no more.
 */
export type StreamConnection = "connecting" | "live" | "reconnecting" | "outdated" | "signed_out";

/** What the tabs of a browser say to each other. */
export type StreamMessage =
  /** A tab's topics with its places: to the leader, no matter who that is. */
  | { type: "want"; tab: string; topics: Topic[] }
  | { type: "bye"; tab: string }
  /** A new leader: everyone says again what they want. */
  | { type: "leader" }
  | { type: "status"; connection: StreamConnection }
  | { type: "frame"; frame: StreamFrame };
