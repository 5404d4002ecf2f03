import type { z } from "zod";
import type { Actor, Capability } from "@/lib/auth/actor";
import { digestOf } from "@/lib/core/bytes";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { inputError } from "@/lib/core/inputs/input-error";
import type { Json } from "@/lib/core/json";
import { type CallContext, type ServiceContext, withWorkspace } from "./context";
import { hiddenTexts, storableInput, withoutUnseen } from "./storable-input";
import type { FieldOf, OutputFor, VerbRoute } from "./verb-route";

type VerbFacts<Name extends string, Schema extends z.ZodType, Route> = {
  readonly verbName: Name;
  readonly capability: Capability;
  readonly description: string;
  readonly see: readonly string[];
  readonly routes: readonly Route[];
  readonly schema: Schema;
};

/** A service: `verb({ctx, input})`, with the facts that transports and tests need beside it. */
export type Verb<Name extends string, Schema extends z.ZodType, Output, Route> = VerbFacts<
  Name,
  Schema,
  Route
> &
  ((call: { ctx: CallContext; input: z.input<Schema> }) => Promise<Output>);

/** One of them, whichever it is. */
export type AnyVerb<Name extends string, Route extends VerbRoute> = VerbFacts<Name, z.ZodType, Route> &
  ((call: { ctx: CallContext; input: never }) => Promise<unknown>);

type VerbSpec<Name extends string, Schema extends z.ZodType, Output, Routes> = {
  name: Name;
  /** What the actor must be allowed; checked before anything is read. */
  capability: Capability;
  /** Sentences without the last full stop, in CommonMark, for the OpenAPI document and docs/api.md. */
  description: string;
  /** Pages under docs that say more, with their headings as `plans.md#coverage`. */
  see?: readonly string[];
  /** Addresses at which it is asked over HTTP; none for what only other verbs and transports ask. */
  routes: Routes;
  input: Schema;
  /** Files and records of runs are kept as they are: nothing in them is refused or left out. */
  keepsTexts?: true;
  run(call: { ctx: ServiceContext; input: z.output<Schema> }): Promise<Output>;
};

/**
 * Makes a service out of its parts, so that none can forget to check its actor or its input.
 * Throws DomainFailure `forbidden` or `invalid_input` before `run` is called.
 */
export function defineVerb<
  Name extends string,
  Schema extends z.ZodType,
  const Routes extends readonly VerbRoute<FieldOf<z.input<Schema>>>[],
  Output extends OutputFor<Routes>,
>(spec: VerbSpec<Name, Schema, Output, Routes>): Verb<Name, Schema, Output, Routes[number]> {
  const call = async ({ ctx, input }: { ctx: CallContext; input: z.input<Schema> }): Promise<Output> => {
    requireCapability(ctx.actor, spec.capability);
    const read = readInput(spec.input, input, spec);
    const inputDigest = () => inputDigestOf(spec.name, read);
    return spec.run({ ctx: { ...(await withWorkspace(ctx)), inputDigest }, input: read });
  };
  return Object.assign(call, {
    verbName: spec.name,
    capability: spec.capability,
    description: spec.description,
    see: spec.see ?? [],
    routes: spec.routes,
    schema: spec.input,
  });
}

/**
 * What tells a repeat from another request under the same key: a digest of all that was asked, as it was read. Neither who
 * asks nor what the server adds is in it, which differs between two tries.
 */
export const inputDigestOf = (verb: string, input: unknown): string => digestOf([verb, input as Json]);

/** Throws DomainFailure `forbidden` unless the actor has the capability. */
export function requireCapability(actor: Actor, capability: Capability): void {
  if (actor.capabilities.includes(capability)) return;
  throw new DomainFailure(domainError("forbidden", `This needs the right to ${capability}.`, { capability }));
}

/** The input as its schema reads it and as the store can keep it, or DomainFailure `invalid_input` with one line for each fault. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  { keepsTexts }: { keepsTexts?: true } = {},
): z.output<Schema> {
  const read = schema.safeParse(keepsTexts ? storableInput(input) : seenInput(input), { error: inputError });
  if (read.success) return read.data;
  throw unreadable(
    read.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })),
  );
}

/** What people give, without what nobody sees in it. Throws DomainFailure `invalid_input` where it hides or reorders text. */
export function seenInput(input: unknown): unknown {
  const hidden = hiddenTexts(input);
  if (hidden.length > 0) throw unreadable(hidden);
  return withoutUnseen(storableInput(input));
}

function unreadable(issues: { path: string; message: string }[]): DomainFailure {
  const [first] = issues;
  const where = first?.path ? `${first.path}: ` : "";
  const message = `${where}${first?.message ?? "Unreadable input."}`;
  return new DomainFailure(domainError("invalid_input", message, { issues }));
}
