"use client";

import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Tone } from "@/lib/core/describe/looks/run";

/** The two schemes that every specimen is shown in. */
export type Scheme = "light" | "dark";

const SCHEMES: readonly Scheme[] = ["light", "dark"];

/** Every tone: `person` where a person is needed and nowhere else, `ok` with stored evidence alone. */
export const TONES: readonly Tone[] = ["plain", "run", "ok", "amber", "retry", "bad", "person"];

export const LONG_TEXT = `${"A text that is much longer than anyone expected, ".repeat(3)}${"with-a-word-that-has-no-end-".repeat(4)}`;

type SpecimenProps = {
  /** The component's own name. */
  name: string;
  /** Which states stand below, in order. */
  states: string;
  /** Drawn once for each scheme; ids and titles in it must differ. */
  children(scheme: Scheme): ReactNode;
};

/** A component in its states, in light and dark side by side whatever theme the page has. */
export function Specimen({ name, states, children }: SpecimenProps) {
  return (
    <div data-specimen={name} className="grid gap-1">
      <p className="font-medium">
        {name} <span className="font-normal text-muted text-xs">{states}</span>
      </p>
      <div className="grid gap-2 lg:grid-cols-2">
        {SCHEMES.map((scheme) => (
          <div
            key={scheme}
            data-theme={scheme}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-lg border border-line bg-ground p-3 text-ink"
          >
            {children(scheme)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** One state under its name. */
export const State = ({ name, children }: { name: string; children: ReactNode }) => (
  <div data-shows={name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1">
    <p className="text-muted text-xs">{name}</p>
    {children}
  </div>
);

/** States side by side. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-2">{children}</div>
);

/** What is a part of a panel, with the ground and the edge of one. */
export const Panel = ({ children }: { children: ReactNode }) => (
  <div className="rounded-lg border border-line bg-panel">{children}</div>
);

type FetchedProps = { queries: readonly { queryKey: QueryKey; data: unknown }[]; children: ReactNode };

/** What is drawn of answers of the server, with these in the place of its own: nothing is asked for. */
export function Fetched({ queries, children }: FetchedProps) {
  const [client] = useState(() => {
    const made = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
    // Never stale, whatever a query says of its age.
    for (const { queryKey, data } of queries)
      made.setQueryData(queryKey, data, { updatedAt: Date.UTC(2100, 0, 1) });
    return made;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

export const nothing = () => {};
