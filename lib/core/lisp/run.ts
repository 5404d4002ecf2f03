import { lookUp } from "./collections";
import { exceed, LispFault, raise } from "./errors";
import { isMap, isVector, kindOf } from "./kinds";
import type { Limits } from "./limits";
import { Fn, type JsonMap, Keyword, LispSet, type Machine, type Value } from "./values";

/** Steps between two looks at the clock. */
const STEPS_PER_CHECK = 1_000;
/** How many forms all calls under way may have around each other: what keeps the host's stack safe. */
const MAX_OPEN_FORMS = 1_500;

const MAX_KEYLESS = 20;

/** A value without keys in which this name was looked up. */
export type Keyless = { value: Value; name: string };

/** Ends the program with a value; caught where the program was started. */
export class ReturnSignal {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

/** What a call of a tool gives in a direct program. */
export type CallTool = (name: string, args: Value, machine: Machine) => Value;

const noTool: CallTool = (name) => raise("analysis_error", `"${name}" cannot be called here.`);

/** One evaluation: its data, its globals, what it may use and what it has used. Thrown away at its end. */
export class Run implements Machine {
  readonly data: JsonMap;
  readonly globals: (Value | undefined)[];
  readonly callTool: CallTool;
  /** What the last `recur` gave to its loop. */
  recurArgs: readonly Value[] = [];
  private readonly limits: Limits;
  private readonly startedAt: number;
  private used = 0;
  private nextCheckAt: number;
  private built = 0;
  private calls = 0;
  private forms = 0;

  /** Is it evaluated for a verdict? */
  readonly judges: boolean;
  /** The first names that were looked up in what has no keys. */
  readonly keyless: Keyless[] = [];

  constructor(
    data: JsonMap,
    globals: number,
    limits: Limits,
    { callTool = noTool, judges = false }: { callTool?: CallTool | undefined; judges?: boolean } = {},
  ) {
    this.data = data;
    this.judges = judges;
    this.globals = new Array(globals);
    this.limits = limits;
    this.callTool = callTool;
    this.startedAt = limits.now?.() ?? 0;
    this.nextCheckAt = Math.min(limits.fuel, STEPS_PER_CHECK);
  }

  /** One evaluation step of the form at this offset. */
  step(at: number): void {
    this.used += 1;
    if (this.used > this.nextCheckAt) this.atOffset(at, () => this.checkLimits());
  }

  spend(steps: number): void {
    this.used += steps;
    if (this.used > this.nextCheckAt) this.checkLimits();
  }

  allocate(bytes: number): void {
    this.built += bytes;
    if (this.built > this.limits.memoryBytes) exceed("memory");
  }

  call(callee: Value, args: readonly Value[]): Value {
    this.spend(1);
    if (!(callee instanceof Fn)) return this.lookUp(callee, args);
    const [least, most] = callee.arity;
    if (args.length < least || args.length > most) {
      raise("arity_error", arityText(callee.name, callee.arity, args.length));
    }
    if (this.calls >= this.limits.depth) exceed("depth");
    this.calls += 1;
    const value = callee.apply(args, this);
    this.calls -= 1;
    return value;
  }

  noteKeyless(value: Value, name: string): void {
    if (this.keyless.length < MAX_KEYLESS) this.keyless.push({ value, name });
  }

  /** A tool as a function of one map; an empty one if it is called without. */
  tool(name: string): Fn {
    return new Fn(`tool/${name}`, [0, 1], ([args = {}]) => this.callTool(name, args, this));
  }

  /** A function's body begins, with so many forms around each other in it. A fault ends the run without `leave`. */
  enter(forms: number): void {
    this.forms += forms;
    if (this.forms > MAX_OPEN_FORMS) exceed("depth");
  }

  leave(forms: number): void {
    this.forms -= forms;
  }

  /** One more round of the loop at this offset, which has gone round so often. */
  round(rounds: number, at: number): void {
    this.step(at);
    if (rounds > this.limits.iterations) this.atOffset(at, () => exceed("iterations"));
  }

  /** Does it, and gives a fault without a place this one. */
  atOffset<T>(at: number, act: () => T): T {
    try {
      return act();
    } catch (thrown) {
      throw withOffset(thrown, at);
    }
  }

  private checkLimits(): void {
    const { fuel, now, deadlineMs } = this.limits;
    if (this.used > fuel) exceed("fuel");
    if (now && now() - this.startedAt > deadlineMs) exceed("deadline");
    this.nextCheckAt = Math.min(fuel, this.used + STEPS_PER_CHECK);
  }

  /** Keywords look themselves up in their argument; maps, sets and vectors look their argument up. */
  private lookUp(callee: Value, args: readonly Value[]): Value {
    const isKeyword = callee instanceof Keyword;
    if (!isKeyword && !isVector(callee) && !(callee instanceof LispSet) && !isMap(callee)) {
      raise("not_callable", `Only functions can be called, and this is ${kindOf(callee)}.`);
    }
    const [first, missing = null] = args;
    if (first === undefined || args.length > 2)
      raise("arity_error", arityText(kindOf(callee), [1, 2], args.length));
    const found = isKeyword ? lookUp(first, callee, this) : lookUp(callee, first, this);
    return found === undefined ? missing : found;
  }
}

/** The same fault at this place, in a call with these arguments, if it has none. */
export function withOffset(thrown: unknown, at: number, args?: readonly Value[]): unknown {
  if (!(thrown instanceof LispFault) || thrown.error.at !== undefined) return thrown;
  return new LispFault({ ...thrown.error, at }, thrown.offender, args);
}

/** What is wrong with a call of so many arguments. */
export function arityText(name: string, [least, most]: Fn["arity"], given: number): string {
  return `${name} takes ${argumentCount(least, most)}, not ${given}.`;
}

function argumentCount(least: number, most: number): string {
  if (least === most) return least === 1 ? "1 argument" : `${least} arguments`;
  if (most === Number.POSITIVE_INFINITY)
    return `at least ${least === 1 ? "1 argument" : `${least} arguments`}`;
  return `${least} to ${most} arguments`;
}
