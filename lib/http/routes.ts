import { type RegisteredVerb, type VerbName, verbs } from "@/lib/services/registry";
import { verbNamed } from "@/lib/services/verb-by-name";
import type { RouteKey } from "./route-types";

/** A route of the API: the verb that it asks, and how. */
export type Route = RegisteredVerb["routes"][number] & { verb: VerbName };

/** Addresses without a verb, answered by the process alone, and with what the routes themselves say. */
const WITHOUT_VERB: ReadonlyMap<RouteKey, string> = new Map([
  [
    "GET /api/v1/live",
    "Liveness: 200 `{status}` from the process alone, whatever its store does; needs no token",
  ],
  [
    "GET /api/v1/openapi.json",
    "These routes as an OpenAPI 3.1 document: what each takes, and which right it needs. **Settings › API reference** shows it as a page",
  ],
]);

const BY_ADDRESS: ReadonlyMap<RouteKey, readonly Route[]> = Map.groupBy(
  verbs.flatMap(({ verbName, routes }) => routes.map((one): Route => ({ ...one, verb: verbName }))),
  ({ at }) => at,
);

/** Every route of the API (docs/api.md), by address. */
export const ROUTE_KEYS: readonly RouteKey[] = [...BY_ADDRESS.keys(), ...WITHOUT_VERB.keys()].sort(
  (one, other) => (`${pathOf(one)} ${one}` < `${pathOf(other)} ${other}` ? -1 : 1),
);

/** The path of an address with its method. */
export function pathOf(key: RouteKey): string {
  return key.slice(key.indexOf(" ") + 1);
}

/** The routes at an address with its method, the one that answers whatever is asked at last; none where no verb answers. */
export const routesAt = (key: RouteKey): readonly Route[] =>
  [...(BY_ADDRESS.get(key) ?? [])].sort((one, other) => Number(!one.when) - Number(!other.when));

/** Description of an address: of several routes, that which answers whatever is asked comes first. */
export function descriptionOf(key: RouteKey): string {
  const described = routesAt(key).map(({ verb, description }) => description ?? verbNamed(verb).description);
  return WITHOUT_VERB.get(key) ?? described.toReversed().join(". ");
}

/** The status of an answer that is no problem. */
export const statusOf = ({ answer }: Pick<Route, "answer">): 200 | 201 => (answer === "created" ? 201 : 200);

/** The field of a verb's input that a parameter of the route's path is. */
export const fieldOfParam = ({ id }: Pick<Route, "id">, name: string): string =>
  name === "id" ? (id ?? name) : name;
