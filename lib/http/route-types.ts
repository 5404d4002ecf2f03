import type { RouteOfVerb, VerbInput, VerbName, VerbOutput } from "@/lib/services/registry";
import type { FileAnswers, StreamAnswer, VerbRoute } from "@/lib/services/verb-route";

type Named<Name extends VerbName, One = RouteOfVerb<Name>> = One extends VerbRoute
  ? One & { verb: Name }
  : never;
type AnyRoute = { [Name in VerbName]: Named<Name> }[VerbName];
/** The routes at each address that verbs name. */
type Routes = { [One in AnyRoute as One["at"]]: One };

/** An address with its method at which a verb answers, such as `GET /api/v1/runs/{id}`. */
type VerbRouteKey = keyof Routes;
/** Addresses with their methods: those of verbs, and what a process answers by itself. */
export type RouteKey = VerbRouteKey | "GET /api/v1/live" | "GET /api/v1/openapi.json";
export type RoutePath = RouteKey extends `${string} ${infer Path}` ? Path : never;

type IsJson<One> = One extends { answer: keyof FileAnswers | StreamAnswer } ? never : One;
type JsonRouteAt<Key extends VerbRouteKey> = IsJson<Routes[Key]>;

/** The addresses that answer JSON. */
export type JsonRouteKey = {
  [Key in VerbRouteKey]: JsonRouteAt<Key> extends never ? never : Key;
}[VerbRouteKey];
/** The addresses that are read. */
export type GetRouteKey = Extract<VerbRouteKey, `GET ${string}`>;

type PathNames<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
type FieldNamed<Name, One> = Name extends "id" ? (One extends { id: infer Field } ? Field : Name) : Name;
type Omitted<One> = One extends { omit: readonly (infer Field)[] } ? Field : never;

/** The input of a verb with the parameters of the path under their names, and without what the route leaves out. */
type Given<Input, One extends AnyRoute> = Input extends unknown
  ? Omit<Input, Extract<FieldNamed<PathNames<One["at"]>, One> | Omitted<One>, PropertyKey>> & {
      [Name in PathNames<One["at"]>]: string;
    }
  : never;
type InputOf<One> = One extends AnyRoute ? Given<VerbInput<One["verb"]>, One> : never;

/** What the caller of a route gives: lists as lists, whether they go by the query or by the body. */
export type RouteInput<Key extends JsonRouteKey> = InputOf<JsonRouteAt<Key>>;
/** What is given at an address, whichever of its routes answers. */
export type AddressInput<Key extends GetRouteKey> = InputOf<Routes[Key]>;
/** What a route answers. */
export type RouteOutput<Key extends JsonRouteKey> = VerbOutput<JsonRouteAt<Key>["verb"]>;
