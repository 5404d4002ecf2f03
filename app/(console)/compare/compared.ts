import { cache } from "react";
import type { ComparedIds } from "@/components/compare/address";
import { consoleCall, orNotFound } from "../call";

/** The comparison of a page: read once for a request, whatever of the page asks. */
export const comparedRuns = cache(async (a: string, b: string, ...others: string[]) => {
  const { services, actor } = await consoleCall();
  const [c, d, e] = others;
  const more = {
    ...(c !== undefined && { c }),
    ...(d !== undefined && { d }),
    ...(e !== undefined && { e }),
  };
  return orNotFound(services.runs.compare({ actor, input: { a, b, ...more } }));
});

/** The same for the runs that an address names. */
export const comparisonOf = ({ a, b, c, d, e }: ComparedIds) =>
  comparedRuns(a, b, ...[c, d, e].filter((id) => id !== undefined));
