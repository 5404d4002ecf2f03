"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { keepCookie } from "@/lib/client/keep-cookie";
import { ZONE_COOKIE } from "@/lib/core/zones";
import { useZone } from "./rights";

/** Tells the server in which time zone this browser is, once: it counts days in UTC until it knows. */
export function useTellZone(): void {
  const counted = useZone();
  const router = useRouter();
  const queries = useQueryClient();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // What the server was told and does not take it is not told again.
    if (own === counted || document.cookie.split("; ").includes(`${ZONE_COOKIE}=${own}`)) return;
    keepCookie(ZONE_COOKIE, own);
    router.refresh();
    void queries.invalidateQueries();
  }, [counted, router, queries]);
}
