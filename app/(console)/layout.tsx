import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { themeOf } from "@/components/shell/types";
import { dehydrateRendered } from "@/lib/client/server-rendered";
import { UTC } from "@/lib/core/zones";
import { voterOf } from "@/lib/services/context";
import { consoleCall } from "./call";
import { liveRuns, myGates } from "./lists";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { services, actor, tokenRequired } = await consoleCall();
  const [{ simulated }, spending, choices, gates, live, jar] = await Promise.all([
    services.system.about({ actor, input: {} }),
    services.spending.get({ actor, input: { onlyWithCap: true } }),
    services.notifications.choices({ actor, input: {} }),
    myGates(),
    liveRuns(),
    cookies(),
  ]);
  const theme = themeOf(jar.get("theme")?.value);
  const lists = dehydrateRendered([gates, live]);
  return (
    <Shell
      facts={{
        simulated,
        spending,
        theme,
        lists,
        tokenRequired,
        capabilities: actor.capabilities,
        viewer: voterOf(actor),
        zone: (actor.zone ?? UTC).name,
        notices: choices.events,
      }}
    >
      {children}
    </Shell>
  );
}
