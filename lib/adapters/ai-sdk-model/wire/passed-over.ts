import { noAnswer } from "./errors";

/** What one stream holds of kinds that nobody here knows, and whether an answer came beside it (docs/models.md, "What comes"). */
export class PassedOver {
  private readonly kinds = new Set<string>();
  private readonly places = new Set<unknown>();
  private readonly spoken = new Set<unknown>();
  private hasCome = false;
  /** The model has refused to answer, in words of its own. */
  isRefused = false;

  /** Takes what is an answer: words that are not only thought, or a call. `at`: the place where it stands. */
  read(at?: unknown): void {
    this.hasCome = true;
    this.spoken.add(at);
  }

  /** Has anything been read at this place? */
  hasRead(at: unknown): boolean {
    return this.spoken.has(at);
  }

  /** Leaves out a part of this kind, with what follows of it at its place. */
  leave(kind: unknown, at?: unknown): void {
    if (at !== undefined) this.places.add(at);
    this.kinds.add(typeof kind === "string" && kind !== "" ? kind : "no name");
  }

  hasLeft(at: unknown): boolean {
    return this.places.has(at);
  }

  /** Nothing has come that could be an answer. */
  get isEmpty(): boolean {
    return !this.hasCome && this.kinds.size === 0;
  }

  /** Takes words that the model refuses in. */
  refuse(at?: unknown): void {
    this.isRefused = true;
    this.read(at);
  }

  /** The error where all that could have been an answer was left out. */
  problem(): Error | undefined {
    return this.hasCome || this.isEmpty ? undefined : noAnswer("other_parts", [...this.kinds].join(", "));
  }
}
