import { type LispError, LispFault } from "../errors";
import { DEFAULT_LIMITS, levelBelow } from "../limits";
import type { Form } from "../read/forms";
import { Run } from "../run";
import type { Fn, Machine, Value } from "../values";

import { constant, type Frame, type Node, truthOf } from "./node";

/** A name that the program gives by `def` or `defn`, or uses and has not given yet. */
export type Global = {
  readonly name: string;
  readonly index: number;
  /** How often it is given a value; a function that is given once is known by its arity. */
  definitionCount: number;
  arity?: Fn["arity"];
  /** Where it is used, and with how many arguments it is called there. */
  readonly uses: { at: number; args?: number }[];
};

type AnalyzeForm = (form: Form, scope: Scope, loop?: Loop) => Node;

/** What is known of one program while it is analyzed: its globals, its tools, its issues. */
export class Unit {
  readonly issues: LispError[] = [];
  readonly globals = new Map<string, Global>();
  /** Where the bindings `data/…` are used, and which. */
  readonly dataUses: { at: number; name: string }[] = [];
  /** Names of the tools that a direct program may call; a predicate may call none. */
  readonly tools: ReadonlySet<string> | undefined;
  level = 0;
  /** Bounds what reading all regexes of the program may cost. */
  readonly machine: Machine = new Run({}, 0, DEFAULT_LIMITS);
  private readonly analyzeForm: AnalyzeForm;
  /** Offsets of lists and symbols that, for a verdict, only say whether they found something. */
  private readonly truths: ReadonlySet<number>;

  constructor(
    analyzeForm: AnalyzeForm,
    tools?: ReadonlySet<string>,
    truths: ReadonlySet<number> = new Set(),
  ) {
    this.analyzeForm = analyzeForm;
    this.tools = tools;
    this.truths = truths;
  }

  /** A form ready to be evaluated; where it is none, an issue, and nil in its place. */
  analyze(form: Form, scope: Scope, loop?: Loop): Node {
    try {
      const node = scope.deeper(() => this.analyzeForm(form, scope, loop));
      const isLeaf = (form.kind === "list" || form.kind === "symbol") && this.truths.has(form.at);
      return isLeaf ? truthOf(node) : node;
    } catch (thrown) {
      if (!(thrown instanceof LispFault)) throw thrown;
      this.issues.push({ at: form.at, ...thrown.error });
      return constant(null);
    }
  }

  /** A global, made when it is first named. */
  global(name: string): Global {
    const known = this.globals.get(name);
    if (known) return known;
    const global: Global = { name, index: this.globals.size, definitionCount: 0, uses: [] };
    this.globals.set(name, global);
    return global;
  }

  define(name: string): Global {
    const global = this.global(name);
    global.definitionCount += 1;
    return global;
  }
}

/** A function's body, or the program: how many names it keeps, and what it takes from around it when it is made. */
export class Body {
  slots = 0;
  /** The most forms around each other in it. */
  height = 0;
  readonly captures: Node[] = [];
  private readonly captured = new Map<string, Node>();

  private readonly outside: Scope | undefined;
  /** How many forms stand around it. */
  readonly level: number;

  constructor(outside: Scope | undefined, level: number) {
    this.outside = outside;
    this.level = level;
  }

  /** Names from around a function are taken by value, so that a loop's next round changes nothing in it. */
  capture(name: string): Node | undefined {
    const known = this.captured.get(name);
    if (known) return known;
    const outer = this.outside?.find(name);
    if (!outer) return;
    const index = this.captures.push(outer) - 1;
    const node: Node = ({ captured }) => captured[index] as Value;
    this.captured.set(name, node);
    return node;
  }
}

/** What `recur` goes back to; it is given to a form only where the form is the last thing that happens. */
export type Loop = { readonly arity: number };

/** Names that forms inside it see, on top of those around it. */
export class Scope {
  private readonly names = new Map<string, number>();

  readonly unit: Unit;
  readonly body: Body;
  private readonly parent: Scope | undefined;

  private constructor(unit: Unit, body: Body, parent: Scope | undefined) {
    this.unit = unit;
    this.body = body;
    this.parent = parent;
  }

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
  analyze(form: Form, loop?: Loop): Node {
    return this.unit.analyze(form, this, loop);
  }

  /** All but the last with nothing to go back to. */
  analyzeAll(forms: readonly Form[], loop?: Loop): Node[] {
    return forms.map((form, index) => this.analyze(form, index === forms.length - 1 ? loop : undefined));
  }

  /** Counts one more form around what `act` analyzes. Throws `limit_exceeded` past the nesting that is allowed. */
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
