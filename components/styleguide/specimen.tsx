"use client";

import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import {
  NavigationPromisesContext,
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, useState } from "react";
import { type MutationReply, ShownActs } from "@/lib/client/mutation";
import { DrawnAsHydrated } from "@/lib/client/use-is-hydrated";
import type { Tone } from "@/lib/core/describe/looks/run";
import { keep } from "../ui/behavior/use-kept";
import { DrawnMedia } from "../ui/behavior/use-media";
import { LayerFrame } from "../ui/overlay/dialog";
import { FrameInPlace } from "../ui/overlay/dialog-frame";
import { MenuInPlace } from "../ui/overlay/menu";

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

type FetchedProps = {
  queries: readonly { queryKey: QueryKey; data: unknown }[];
  /** What could not be read. */
  failed?: readonly QueryKey[];
  /** What is on its way. */
  waiting?: readonly QueryKey[];
  children: ReactNode;
};

/** What is drawn of answers of the server, with these in the place of its own: nothing is asked for. */
export function Fetched({ queries, failed = [], waiting = [], children }: FetchedProps) {
  const [client] = useState(() => {
    const made = new QueryClient({ defaultOptions: { queries: { enabled: false, retryOnMount: false } } });
    // Never stale, whatever a query says of its age.
    for (const { queryKey, data } of queries)
      made.setQueryData(queryKey, data, { updatedAt: Date.UTC(2100, 0, 1) });
    for (const queryKey of failed)
      made
        .getQueryCache()
        .build(made, { queryKey })
        .setState({ status: "error", error: new Error("Could not reach the server. Try again.") });
    for (const queryKey of waiting) void made.prefetchQuery({ queryKey, queryFn: never });
    return made;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

type ActProps = {
  /** What was sent, as far as it shows. */
  input?: unknown;
  /** What sends it, where others in there are not begun. */
  by?: unknown;
  children: ReactNode;
};

/** What is drawn while its acts are under way. */
export const UnderWay = ({ input = {}, by, children }: ActProps) => {
  const state = { isPending: true, isError: false, variables: input, data: undefined };
  return (
    <ShownActs value={(send) => (by === undefined || by === send ? state : undefined)}>{children}</ShownActs>
  );
};

type Reply = MutationReply & Record<string, unknown>;

/** What is drawn once its acts were answered. */
export const Answered = ({ reply, input = {}, by, children }: ActProps & { reply: Reply }) => {
  const state = { isPending: false, isError: false, variables: input, data: reply };
  return (
    <ShownActs value={(send) => (by === undefined || by === send ? state : undefined)}>{children}</ShownActs>
  );
};

type ActStatesProps = Omit<ActProps, "children"> & {
  /** Drawn once for each state; what has ids of its own needs others in each. */
  children(state: "under way" | "refused"): ReactNode;
};

/** What every act has: it is under way, and it was refused. */
export const ActStates = ({ children, ...act }: ActStatesProps) => (
  <>
    <State name="under way">
      <UnderWay {...act}>{children("under way")}</UnderWay>
    </State>
    <State name="refused">
      <Answered {...act} reply={REFUSAL}>
        {children("refused")}
      </Answered>
    </State>
  </>
);

const REFUSAL = {
  problem: {
    ...{
      code: "conflict",
      message: "Somebody else changed this in the meantime. Reload the page and try again.",
    },
    issues: [],
  },
};

/** What is drawn in a tab that keeps these: words that were begun and not sent, by their keys. */
export function Kept({
  values,
  children,
}: {
  values: Readonly<Record<string, unknown>>;
  children: ReactNode;
}) {
  useState(() => {
    for (const [key, value] of Object.entries(values)) keep(key, value);
  });
  return <DrawnAsHydrated value={true}>{children}</DrawnAsHydrated>;
}

/** Dialogs and drawers that are open, in their place: over the page there is room for one. */
export const InPlace = ({ children }: { children: ReactNode }) => (
  <LayerFrame value={IN_PLACE}>{children}</LayerFrame>
);

/** Dialogs and drawers as `InPlace` has them, those and the menus included that a press would open. */
export const Opened = ({ children }: { children: ReactNode }) => (
  <LayerFrame value={OPENED}>{children}</LayerFrame>
);

/** What is drawn otherwise on a phone, as far as its width is asked for and not only styled. */
export const OnPhone = ({ children }: { children: ReactNode }) => (
  <DrawnMedia value={isOfPhone}>{children}</DrawnMedia>
);

const isOfPhone = (query: string): boolean => query.startsWith("(max-width");

/** What is drawn on the page at this path. */
export const OnPage = ({ path, children }: { path: string; children: ReactNode }) => (
  <NavigationPromisesContext value={null}>
    <PathnameContext value={path}>{children}</PathnameContext>
  </NavigationPromisesContext>
);

/** What is laid out by the width of its page: it has about that width here, too, and both schemes scroll. */
export const PageWide = ({ children }: { children: ReactNode }) => (
  <div className="overflow-x-auto">
    <div className="lg:min-w-240">{children}</div>
  </div>
);

/** Rows of a list, as pages have them around. */
export const List = ({ children }: { children: ReactNode }) => (
  <ul className="overflow-hidden rounded-xl border border-line bg-panel shadow-card">{children}</ul>
);

const IN_PLACE = { Frame: FrameInPlace };
const OPENED = { Frame: FrameInPlace, Menu: MenuInPlace, areOpen: true };

const never = () => new Promise<never>(() => {});

export const nothing = () => {};

/** What every act of a specimen comes to. */
export const refused = async () => ({
  problem: { code: "invalid_input", message: "Nothing is changed here.", issues: [] },
});

/** What an address with `search` behind its question mark shows; what is pressed there changes the address of the page. */
export const At = ({ search, children }: { search: string; children: ReactNode }) => (
  <NavigationPromisesContext value={null}>
    <SearchParamsContext value={new URLSearchParams(search)}>{children}</SearchParamsContext>
  </NavigationPromisesContext>
);
