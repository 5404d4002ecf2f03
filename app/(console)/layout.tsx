import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { LIVE_GATES, LIVE_RUNS } from "@/components/shell/live-filters";
import { Shell } from "@/components/shell/shell";
import { themeOf } from "@/components/shell/types";
import { chooseTheme } from "./actions";
import { consoleCall } from "./call";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { services, actor } = await consoleCall();
  const [{ simulated }, gates, live, jar] = await Promise.all([
    services.system.about({ actor, input: {} }),
    services.approvals.list({ actor, input: LIVE_GATES }),
    services.runs.list({ actor, input: LIVE_RUNS }),
    cookies(),
  ]);
  const theme = themeOf(jar.get("theme")?.value);
  return (
    <Shell facts={{ simulated, theme, gates, live }} chooseTheme={chooseTheme}>
      {children}
    </Shell>
  );
}
