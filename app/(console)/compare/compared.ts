import { cache } from "react";
import type { ComparedIds } from "@/components/compare/address";
import { consoleCall, orNotFound } from "../call";

/** The comparison of a page: read once for a request, whatever of the page asks. */
const comparedRuns = cache(async (a: string, b: string, c?: string, d?: string, e?: string) => {
  const { services, actor } = await consoleCall();
  return orNotFound(services.runs.compare({ actor, input: { a, b, c, d, e } }));
});

/** The same for the runs that an address names. */
export const comparisonOf = ({ a, b, c, d, e }: ComparedIds) => comparedRuns(a, b, c, d, e);
