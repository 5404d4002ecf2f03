import type { ReactNode } from "react";
import { Shell } from "@/components/shell";
import { consoleCall } from "./call";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { services, actor } = await consoleCall();
  const { simulated } = await services.system.about({ actor, input: {} });
  return <Shell simulated={simulated}>{children}</Shell>;
}
