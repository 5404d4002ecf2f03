"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { repeatLostClicks } from "@/lib/client/early-click";
import { holdBackFaults } from "@/lib/client/late-parts";
import { createQueryClient } from "@/lib/client/query";
import { ToastProvider } from "../ui/overlay/toast";

/** What every page of the console has around it: its one cache, and room for messages. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  useEffect(() => holdBackFaults(window), []);
  useEffect(() => repeatLostClicks(window), []);
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  );
}
