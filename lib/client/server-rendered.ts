import {
  type DataTag,
  type DehydratedState,
  dehydrate,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { type PageText, toPageText } from "./page-text";

/** What the server read for a query of the page, and since when it stands, in milliseconds. */
type Rendered = { queryKey: QueryKey; data: unknown; readAt: number };

/** Reads on the server what the page would fetch for a query. */
export async function rendered<T>(
  query: { queryKey: DataTag<QueryKey, T, Error> },
  read: () => Promise<T>,
): Promise<Rendered> {
  const readAt = Date.now();
  return { queryKey: query.queryKey, data: await read(), readAt };
}

/** What the server read, as `ServerRendered` puts it into the page's cache: it counts as fetched when it was read. */
export function dehydrateRendered(queries: readonly Rendered[]): PageText<DehydratedState> {
  const client = new QueryClient();
  for (const { queryKey, data, readAt } of queries) {
    client.setQueryData(queryKey, data, { updatedAt: readAt });
  }
  return toPageText(dehydrate(client));
}
