import { type LispError, LispFault } from "../errors";
import { DEFAULT_LIMITS } from "../limits";
import type { Machine } from "../machine";
import type { Form } from "../read/forms";
import { Run } from "../run";
import type { Fn } from "../values";
import { constant, type Node } from "./node";
import type { Loop, Scope } from "./scope";

/** A name that the program gives by `def` or `defn`, or uses and has not given yet. */
export type Global = {
  readonly name: string;
  readonly index: number;
  /** How often it is given a value; a function that is given once is known by its arity. */
  given: number;
  arity?: Fn["arity"];
  /** Where it is used, and with how many arguments it is called there. */
  readonly uses: { at: number; args?: number }[];
};

export type AnalyseForm = (form: Form, scope: Scope, loop?: Loop) => Node;

/** What is known of one program while it is analysed: its globals, its tools, its issues. */
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
  private readonly analyseForm: AnalyseForm;

  constructor(analyseForm: AnalyseForm, tools?: ReadonlySet<string>) {
    this.analyseForm = analyseForm;
    this.tools = tools;
  }

  /** A form ready to be evaluated; where it is none, an issue, and nil in its place. */
  analyse(form: Form, scope: Scope, loop?: Loop): Node {
    try {
      return scope.deeper(() => this.analyseForm(form, scope, loop));
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
    const global: Global = { name, index: this.globals.size, given: 0, uses: [] };
    this.globals.set(name, global);
    return global;
  }

  define(name: string): Global {
    const global = this.global(name);
    global.given += 1;
    return global;
  }
}
