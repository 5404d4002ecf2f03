const NAMES = ["a", "b", "c", "d", "e"] as const;

type Params = Record<string, string | string[] | undefined>;
export type ComparedIds = { a: string; b: string; c?: string; d?: string; e?: string };

/** The runs that an address compares, in their order; undefined where it names fewer than two. */
export function comparedIds(params: Params): ComparedIds | undefined {
  const ids = NAMES.flatMap((name) => params[name] ?? []).filter((id) => id !== "");
  const [a, b, c, d, e] = ids;
  if (a === undefined || b === undefined) return;
  return {
    a,
    b,
    ...(c !== undefined && { c }),
    ...(d !== undefined && { d }),
    ...(e !== undefined && { e }),
  };
}

/** The address of the page that sets these runs side by side. */
export function compareHref(runIds: readonly string[]): string {
  const named = NAMES.flatMap((name, index) => (runIds[index] === undefined ? [] : [[name, runIds[index]]]));
  return `/compare?${new URLSearchParams(named as [string, string][])}`;
}
