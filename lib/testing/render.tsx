import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import Loadable from "next/dist/shared/lib/loadable.shared-runtime";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

type Surroundings = {
  /** What the address has behind its question mark. */
  search?: string;
  /** What the page's queries have as their answers. */
  queries?: readonly { queryKey: QueryKey; data: unknown }[];
};

const nothing = () => {};
const ROUTER = {
  ...{ back: nothing, forward: nothing, refresh: nothing, push: nothing, replace: nothing },
  ...{ prefetch: nothing, hmrRefresh: nothing, bfcacheId: "" },
};

/** An element of a page as HTML, with what every page has around it: query client, router, address. */
export function renderHtml(element: ReactNode, { search = "", queries = [] }: Surroundings = {}): string {
  const client = new QueryClient();
  for (const { queryKey, data } of queries) client.setQueryData([...queryKey], data);
  return renderToStaticMarkup(
    <AppRouterContext value={ROUTER}>
      <SearchParamsContext value={new URLSearchParams(search)}>
        <QueryClientProvider client={client}>{element}</QueryClientProvider>
      </SearchParamsContext>
    </AppRouterContext>,
  );
}

/** Its words as a person reads them, in one line. */
export const renderText = (element: ReactNode, around?: Surroundings): string =>
  renderHtml(element, around)
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .trim();

type Loadables = { preloadAll(): Promise<void> };
// What is the default of a module that is none differs from one loader of modules to another.
const { preloadAll } = ("default" in Loadable ? Loadable.default : Loadable) as Loadables;

/** What is drawn once all that may be loaded on use is there, and what that loads in turn. */
export async function loaded(draw: () => string): Promise<string> {
  await preloadAll();
  return draw();
}
