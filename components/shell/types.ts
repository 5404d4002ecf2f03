import type { DehydratedState } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PageText } from "@/lib/client/page-text";
import type { Capability } from "@/lib/core/capabilities";
import type { DaySpending } from "@/lib/core/cost/spending-cap";
import type { ConsoleEvent } from "@/lib/core/notifications";
import type { Asked } from "@/lib/core/people";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The cookie in which a browser keeps it. */
export const THEME_COOKIE = "waymark-theme";

/** The theme that a cookie names; the system's for anything else. */
export const themeOf = (text: string | undefined): Theme =>
  THEMES.find((theme) => theme === text) ?? "system";

/** What the frame of every page says. */
type ShellFacts = {
  /** The built-in simulated model serves unless a run asks for another. */
  simulated: boolean;
  /** What is spent today, where the workspace has a cap. */
  spending: DaySpending;
  theme: Theme;
  /** What the one who looks may do. */
  capabilities: readonly Capability[];
  viewer: Asked;
  /** The zone whose days the server counts for them. */
  zone: string;
  /** What the console tells them of. */
  notices: readonly ConsoleEvent[];
  /** False: every account of this machine may use the console, and there is nothing to sign out of. */
  tokenRequired: boolean;
  /** What the server read for the frame: `MY_GATES` and `LIVE_RUNS`. */
  lists: PageText<DehydratedState>;
};

export type ShellProps = { facts: ShellFacts; children: ReactNode };
