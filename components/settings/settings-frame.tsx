import type { ReactNode } from "react";
import { SubPages } from "../shell/sub-pages";
import { PageHeader } from "../ui/page-header";
import { PageArrives } from "../ui/skeleton";
import { SETTINGS_PAGES } from "./pages";

/** What all pages of the settings have around them: their name and the way to the others. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings">
        Settings of this workspace. Changes apply to running missions within seconds.
      </PageHeader>
      <SubPages label="Settings" pages={SETTINGS_PAGES} />
      {children}
      <PageArrives seenWhen="[nav+&]:grid" />
    </>
  );
}
