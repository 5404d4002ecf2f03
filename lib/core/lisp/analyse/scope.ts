import { levelBelow } from "../nesting";
import type { Form } from "../read/forms";
import type { Value } from "../values";
import { Body } from "./body";
import type { Frame, Node } from "./node";
import type { Unit } from "./unit";

/** What `recur` goes back to; it is given to a form only where the form is the last thing that happens. */
export type Loop = { readonly takes: number };

/** Names that forms inside it see, on top of those around it. */
export class Scope {
  private readonly names = new Map<string, number>();

  private constructor(
    readonly unit: Unit,
    readonly body: Body,
    private readonly parent: Scope | undefined,
  ) {}

  static ofProgram(unit: Unit): Scope {
    return new Scope(unit, new Body(undefined, 0), undefined);
  }

  inner(): Scope {
    return new Scope(this.unit, this.body, this);
  }

  /** The scope of a function's body. */
  ofFunction(): Scope {
    return new Scope(this.unit, new Body(this, this.unit.level), undefined);
  }

  /** A new name, hiding one of the same text; what puts its value in. */
  declare(name: string): (frame: Frame, value: Value) => void {
    const slot = this.body.slots;
    this.body.slots += 1;
    this.names.set(name, slot);
    return (frame, value) => {
      frame.slots[slot] = value;
    };
  }

  /** What gives the value of a name of the program; undefined if there is none. */
  find(name: string): Node | undefined {
    const slot = this.names.get(name);
    if (slot !== undefined) return ({ slots }) => slots[slot] ?? null;
    return this.parent ? this.parent.find(name) : this.body.capture(name);
  }

  /** A form inside this scope, ready to be evaluated; its faults become issues of the unit. */
  analyse(form: Form, loop?: Loop): Node {
    return this.unit.analyse(form, this, loop);
  }

  /** All but the last with nothing to go back to. */
  analyseAll(forms: readonly Form[], loop?: Loop): Node[] {
    return forms.map((form, place) => this.analyse(form, place === forms.length - 1 ? loop : undefined));
  }

  /** Counts one more form around what `act` analyses. Throws `limit_exceeded` past the nesting that is allowed. */
  deeper<T>(act: () => T): T {
    const { unit, body } = this;
    unit.level = levelBelow(unit.level);
    body.height = Math.max(body.height, unit.level - body.level);
    try {
      return act();
    } finally {
      unit.level -= 1;
    }
  }
}
