import type { ReactNode } from "react";
import { LIBRARY_PAGES } from "@/components/library/pages";
import { SubPages } from "@/components/shell/sub-pages";
import { PageHeader } from "@/components/ui/page-header";
import { PageArrives } from "@/components/ui/skeleton";

export default function LibraryLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Library">Plans to run again, and their parts.</PageHeader>
      <SubPages label="Library" pages={LIBRARY_PAGES} />
      {children}
      <PageArrives seenWhen="[nav+&]:grid" />
    </>
  );
}
