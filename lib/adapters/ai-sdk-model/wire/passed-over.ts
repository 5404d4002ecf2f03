import { noAnswer } from "./errors";

/** What one stream holds of kinds that nobody here knows, and whether anything else came (docs/models.md, "What comes"). */
export class PassedOver {
  private readonly kinds = new Set<string>();
  private readonly places = new Set<unknown>();
  private hasCome = false;

  /** Takes a part of the answer that is read. */
  read(): void {
    this.hasCome = true;
  }

  /** Leaves out a part of this kind, with what follows of it at its place. */
  leave(kind: unknown, at?: unknown): void {
    if (at !== undefined) this.places.add(at);
    this.kinds.add(typeof kind === "string" && kind !== "" ? kind : "no name");
  }

  hasLeft(at: unknown): boolean {
    return this.places.has(at);
  }

  /** The error where the whole answer was left out. */
  problem(): Error | undefined {
    return this.hasCome || this.kinds.size === 0
      ? undefined
      : noAnswer("other_parts", [...this.kinds].join(", "));
  }
}
