"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { ZONE_COOKIE } from "@/lib/core/zones";
import { useZone } from "./rights";

const YEAR_S = 365 * 24 * 3_600;

/** Tells the server in which time zone this browser is, once: it counts days in UTC until it knows. */
export function useTellZone(): void {
  const counted = useZone();
  const router = useRouter();
  const queries = useQueryClient();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const cookie = `${ZONE_COOKIE}=${own}`;
    // What the server was told and does not take it is not told again.
    if (own === counted || document.cookie.split("; ").includes(cookie)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to set it is not in every browser.
    document.cookie = `${cookie}; path=/; max-age=${YEAR_S}; samesite=lax`;
    router.refresh();
    void queries.invalidateQueries();
  }, [counted, router, queries]);
}
