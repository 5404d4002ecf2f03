import type { VerbInput, VerbName, VerbOutput } from "@/lib/services/registry";
import type { ROUTES, RouteKey } from "./routes";

/** Every route at an address, each of several there. */
type RoutesAt<Key extends RouteKey> = (typeof ROUTES)[Key] extends infer There
  ? There extends readonly (infer One)[]
    ? One
    : There
  : never;
type JsonRouteAt<Key extends RouteKey> = Extract<RoutesAt<Key>, { kind: "json" }>;
type VerbOf<One> = One extends { verb: infer Name extends VerbName } ? Name : never;

/** The addresses that answer JSON. */
export type JsonRouteKey = { [Key in RouteKey]: JsonRouteAt<Key> extends never ? never : Key }[RouteKey];
/** The addresses that are read. */
export type GetRouteKey = Extract<RouteKey, `GET ${string}`>;

type PathNames<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
type FieldNamed<Name, Wired> = Wired extends { params: infer Params extends Record<string, string> }
  ? Name extends keyof Params
    ? Params[Name]
    : Name
  : Name;
type Omitted<Wired> = Wired extends { omit: readonly (infer Field extends string)[] } ? Field : never;

/** The input of a verb with the parameters of the path under their names, and without what the route leaves out. */
type Given<Input, Names extends string, Wired> = Input extends unknown
  ? Omit<Input, FieldNamed<Names, Wired> | Omitted<Wired>> & { [Name in Names]: string }
  : never;
type InputOf<One, Names extends string> = One extends { wired?: infer Wired }
  ? Given<VerbInput<VerbOf<One>>, Names, Wired>
  : never;

/** What the caller of a route gives: lists as lists, whether they go by the query or by the body. */
export type RouteInput<Key extends JsonRouteKey> = InputOf<JsonRouteAt<Key>, PathNames<Key>>;
/** What is given at an address, whichever of its routes answers. */
export type AddressInput<Key extends GetRouteKey> = InputOf<RoutesAt<Key>, PathNames<Key>>;
/** What a route answers. */
export type RouteOutput<Key extends JsonRouteKey> = VerbOutput<VerbOf<JsonRouteAt<Key>>>;
