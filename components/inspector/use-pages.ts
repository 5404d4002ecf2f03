"use client";

import { useQuery } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";

type PagesRequest<T> = {
  /** The first page; also the identity of the list. */
  address: string;
  /** Asked for again when it changes; what was there stays in the meantime. */
  version: number | string;
  /** The address of the page after one, or nothing. */
  next(page: T): string | undefined;
};

/** All pages of a list of the API. */
export function useAllPages<T>({ address, version, next }: PagesRequest<T>) {
  return useQuery({
    queryKey: ["pages", address, version],
    queryFn: async ({ signal }) => {
      const pages: T[] = [];
      for (let at: string | undefined = address; at !== undefined; ) {
        const page: T = await fetchJson<T>(at, signal);
        pages.push(page);
        at = next(page);
      }
      return pages;
    },
    placeholderData: (before, query) => (query?.queryKey[1] === address ? before : undefined),
  });
}
