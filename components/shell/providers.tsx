"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { holdBackFaults } from "@/lib/client/late-parts";
import { showLateTypefaces } from "@/lib/client/late-typefaces";
import { createQueryClient } from "@/lib/client/query";
import { ToastProvider } from "../ui/overlay/toast";

/** What every page of the console has around it: its one cache, and room for messages. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  useEffect(() => holdBackFaults(window), []);
  useLateTypefaces();
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  );
}

/** Of a page that replaces another everything moves anyway. */
function useLateTypefaces(): void {
  const path = usePathname();
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    showLateTypefaces(document, performance);
  }, [path]);
}
