"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { familyQuery } from "@/lib/client/query";
import { Button } from "../ui/button";
import { Drawer } from "../ui/overlay/dialog";
import { PanelSkeleton } from "../ui/skeleton";

const FamilyTree = dynamic(() => import("./family-tree").then((room) => room.FamilyTree), {
  loading: PanelSkeleton,
});

/** The way to the forks of a run, and to what it was forked from; nothing where there are none. That of a fork has its room before. */
export function FamilyButton({ runId, isFork }: { runId: string; isFork: boolean }) {
  const { data, isLoading } = useQuery(familyQuery(runId));
  if (isLoading && isFork) {
    return (
      <Button size="small" disabled>
        Forks
      </Button>
    );
  }
  if (!data || data.members.length < 2) return null;
  return (
    <Drawer
      title="Forks of this run"
      description="Choose two to five runs to compare."
      trigger={<Button size="small">{`Forks (${data.members.length - 1})`}</Button>}
    >
      <FamilyTree family={data} />
    </Drawer>
  );
}
