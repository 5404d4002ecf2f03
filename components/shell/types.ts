import type { ReactNode } from "react";
import type { ApprovalView, Page, RunListItem } from "@/lib/core/views";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Keeps the choice for the next page that this browser asks for. */
export type ChooseTheme = (theme: Theme) => Promise<void>;

/** The theme that a cookie names; the system's for anything else. */
export const themeOf = (text: string | undefined): Theme =>
  THEMES.find((theme) => theme === text) ?? "system";

/** What the frame of every page says; the lists go on by themselves in the browser. */
export type ShellFacts = {
  /** The built-in simulated model serves unless a run asks for another. */
  simulated: boolean;
  theme: Theme;
  gates: Page<ApprovalView>;
  live: Page<RunListItem>;
};

export type ShellProps = { facts: ShellFacts; chooseTheme: ChooseTheme; children: ReactNode };
