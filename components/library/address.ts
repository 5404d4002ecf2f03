import { EXAMPLE_KINDS, type ExampleKind } from "@/lib/core/examples/words";

/** Which examples are shown; all of it is in the page's address. */
export type LibraryView = {
  kind: ExampleKind | undefined;
  status: "on" | "off" | undefined;
  cursor: string | undefined;
};

const PAGE = "/library/examples";

type Params = Record<string, string | string[] | undefined>;

/** The view that an address asks for; what it does not understand is passed over. */
export function viewOf({ kind, status, cursor }: Params): LibraryView {
  return {
    kind: EXAMPLE_KINDS.find((one) => one === kind),
    status: status === "on" || status === "off" ? status : undefined,
    cursor: typeof cursor === "string" && cursor !== "" ? cursor : undefined,
  };
}

export function addressOf(view: Partial<LibraryView>): string {
  const query = new URLSearchParams(filterOf(view)).toString();
  return query === "" ? PAGE : `${PAGE}?${query}`;
}

/** The same as the service wants it. */
export const filterOf = ({ kind, status, cursor }: Partial<LibraryView>) => ({
  ...(kind && { kind }),
  ...(status && { status }),
  ...(cursor !== undefined && { cursor }),
});

/** The parameter that names the example in the drawer. */
export const EXAMPLE_PARAM = "example";

/** The page of one example. */
export const exampleHref = (id: string): string => `${PAGE}?${EXAMPLE_PARAM}=${encodeURIComponent(id)}`;
