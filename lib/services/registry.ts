import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import type { ServiceDeps } from "./context";
import type { QuotaStanding } from "./quotas";
import type { AnyVerb, Verb } from "./verb";
import * as VERBS from "./verbs";

type Registry = { [Key in keyof typeof VERBS as (typeof VERBS)[Key]["verbName"]]: (typeof VERBS)[Key] };

/** A verb by entity and name, such as `runs/create`. */
export type VerbName = keyof Registry;

/** Every service there is. */
export const verbs: readonly AnyVerb<VerbName>[] = Object.values(VERBS);

/** What a verb takes, and what it gives. */
export type VerbInput<Name extends VerbName> =
  Registry[Name] extends Verb<infer _, infer Schema, infer __> ? z.input<Schema> : never;
export type VerbOutput<Name extends VerbName> =
  Registry[Name] extends Verb<infer _, infer __, infer Output> ? Output : never;

/** How a service is called. */
export type ServiceCall<Input> = {
  actor: Actor;
  input: Input;
  commandId?: string;
  /** Told how each quota stands that the call was held against. */
  counted?: ((standing: QuotaStanding) => void) | undefined;
};

type Bound<V> =
  V extends Verb<infer _, infer Schema, infer Output>
    ? (call: ServiceCall<z.input<Schema>>) => Promise<Output>
    : never;
type Entity = VerbName extends `${infer Name}/${string}` ? Name : never;

/** The services of one process: `services.runs.create({actor, input, commandId?})`. */
export type Services = {
  [Of in Entity]: {
    [Name in VerbName as Name extends `${Of}/${infer Rest}` ? Rest : never]: Bound<Registry[Name]>;
  };
};

/** Binds every verb to what it needs. */
export function createServices(deps: ServiceDeps): Services {
  const bind =
    (verb: AnyVerb<VerbName>) =>
    ({ actor, input, commandId, counted }: ServiceCall<never>) => {
      const ofCall = {
        ...(commandId !== undefined && { commandId }),
        ...(counted && { quotas: deps.quotas.telling(counted) }),
      };
      return verb({ ctx: { ...deps, actor, ...ofCall }, input });
    };
  const entities = Map.groupBy(verbs, ({ verbName }) => verbName.slice(0, verbName.indexOf("/")));
  const bound = [...entities].map(([entity, group]) => [
    entity,
    Object.fromEntries(group.map((verb) => [verb.verbName.slice(entity.length + 1), bind(verb)])),
  ]);
  return Object.fromEntries(bound) as Services;
}
