import { text } from "node:stream/consumers";
import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { isBailoutToCSRError } from "next/dist/shared/lib/lazy-dynamic/bailout-to-csr";
import Loadable from "next/dist/shared/lib/loadable.shared-runtime";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerenderToNodeStream } from "react-dom/static";

type Surroundings = {
  /** What the address has behind its question mark. */
  search?: string;
  /** What the page's queries have as their answers. */
  queries?: readonly { queryKey: QueryKey; data: unknown }[];
  /** What could not be read. */
  failed?: QueryKey | undefined;
};

const nothing = () => {};
const ROUTER = {
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
  hmrRefresh: nothing,
  bfcacheId: "",
};

/** An element of a page as HTML, with what every page has around it: query client, router, address. */
export const renderHtml = (element: ReactNode, around?: Surroundings): string =>
  renderToStaticMarkup(onPage(element, around));

function onPage(element: ReactNode, { search = "", queries = [], failed }: Surroundings = {}): ReactNode {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  for (const { queryKey, data } of queries) client.setQueryData([...queryKey], data);
  if (failed) {
    const query = client.getQueryCache().build(client, { queryKey: failed });
    query.setState({ status: "error", error: new Error("Could not reach the server.") });
  }
  return (
    <AppRouterContext value={ROUTER}>
      <SearchParamsContext value={new URLSearchParams(search)}>
        <QueryClientProvider client={client}>{element}</QueryClientProvider>
      </SearchParamsContext>
    </AppRouterContext>
  );
}

/** Its words as a person reads them, in one line. */
export const renderText = (element: ReactNode, around?: Surroundings): string =>
  wordsOf(renderHtml(element, around));

/** The words of HTML, in one line. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .trim();

type Loadables = { preloadAll(): Promise<void> };
// What is the default of a module that is none differs from one loader of modules to another.
const { preloadAll } = ("default" in Loadable ? Loadable.default : Loadable) as Loadables;

/** An element as `renderHtml` has it, once all is there that may be loaded on use, and what that loads in turn. */
export async function renderWhole(element: ReactNode, around?: Surroundings): Promise<string> {
  await preloadAll();
  const faults: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(onPage(element, around), {
    onError: (error) => {
      if (!isBailoutToCSRError(error)) faults.push(error);
    },
    // Everything stands in its place, however much it is.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const html = await text(prelude);
  if (faults.length > 0) throw faults[0];
  return html;
}
