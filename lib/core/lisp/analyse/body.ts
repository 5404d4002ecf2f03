import type { Value } from "../values";
import type { Node } from "./node";
import type { Scope } from "./scope";

/** A function's body, or the program: how many names it keeps, and what it takes from around it when it is made. */
export class Body {
  slots = 0;
  /** The most forms around each other in it. */
  height = 0;
  readonly captures: Node[] = [];
  private readonly captured = new Map<string, Node>();

  constructor(
    private readonly outside: Scope | undefined,
    /** How many forms stand around it. */
    readonly level: number,
  ) {}

  /** Names from around a function are taken by value, so that a loop's next round changes nothing in it. */
  capture(name: string): Node | undefined {
    const known = this.captured.get(name);
    if (known) return known;
    const outer = this.outside?.find(name);
    if (!outer) return;
    const place = this.captures.push(outer) - 1;
    const node: Node = ({ captured }) => captured[place] as Value;
    this.captured.set(name, node);
    return node;
  }
}
