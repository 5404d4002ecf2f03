import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import type { ServiceDeps } from "./context";
import type { QuotaStanding } from "./quotas";
import type { AnyVerb } from "./verb";
import type { VerbRoute } from "./verb-route";
import * as VERBS from "./verbs";

type Registry = { [Key in keyof typeof VERBS as (typeof VERBS)[Key]["verbName"]]: (typeof VERBS)[Key] };

/** A verb by entity and name, such as `runs/create`. */
export type VerbName = keyof Registry;

type AnyRoute = VerbRoute & Pick<RouteOfVerb<VerbName>, "at">;
export type RegisteredVerb = AnyVerb<VerbName, AnyRoute>;

/** Every service there is. */
export const verbs: readonly RegisteredVerb[] = Object.values(VERBS);

/** What a verb takes, and what it gives. */
export type VerbInput<Name extends VerbName> = z.input<Registry[Name]["schema"]>;
export type VerbOutput<Name extends VerbName> = Awaited<ReturnType<Registry[Name]>>;
/** Each address at which it is asked. */
export type RouteOfVerb<Name extends VerbName> = Registry[Name]["routes"][number];

/** How a service is called. */
export type ServiceCall<Input> = {
  actor: Actor;
  input: Input;
  commandId?: string;
  /** Told how each quota stands that the call was held against. */
  counted?: ((standing: QuotaStanding) => void) | undefined;
};

type Entity = VerbName extends `${infer Name}/${string}` ? Name : never;

/** The services of one process: `services.runs.create({actor, input, commandId?})`. */
export type Services = {
  [Of in Entity]: {
    [Name in VerbName as Name extends `${Of}/${infer Rest}` ? Rest : never]: (
      call: ServiceCall<VerbInput<Name>>,
    ) => Promise<VerbOutput<Name>>;
  };
};

/** Binds every verb to what it needs. */
export function createServices(deps: ServiceDeps): Services {
  const bind =
    (verb: RegisteredVerb) =>
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
