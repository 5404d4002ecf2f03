import { raise } from "../../errors";
import { offsetOfGrapheme } from "../../graphemes";
import { kindOf } from "../../kinds";
import type { Builtin, Machine, Value } from "../../values";

import { amountOf, unary } from "../define";

/** A string; throws `type_error` for anything else. */
export function textOf(value: Value): string {
  if (typeof value !== "string") raise("type_error", `Expected a string, got ${kindOf(value)}.`);
  return value;
}

/** A built-in of one string. */
export function ofText(name: string, call: (text: string, machine: Machine) => Value): Builtin {
  return unary(name, (value, machine) => call(textOf(value), machine));
}

/** Where the grapheme of a place starts; places before the first and after the last mean the ends of the text. */
export function offsetOf(text: string, index: Value, machine: Machine): number {
  return offsetOfGrapheme(text, Math.max(0, Math.trunc(amountOf(index))), machine);
}

/** Spends for looking through so many characters in one go of the host. */
export function spendText(length: number, machine: Machine): void {
  machine.spend(1 + (length >> 10));
}

/** Spends and counts so many characters of a string that is about to be built. */
export function chargeText(length: number, machine: Machine): void {
  spendText(length, machine);
  machine.allocate(2 * length);
}

/** A string that is put together. Counts each part before it is taken. */
export class TextBuilder {
  private readonly parts: string[] = [];
  private readonly machine: Machine;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  add(part: string): void {
    chargeText(part.length, this.machine);
    this.parts.push(part);
  }

  build(): string {
    return this.parts.join("");
  }
}
