"use client";

import dynamic from "next/dynamic";
import { Button } from "../ui/button";
import { Drawer } from "../ui/overlay/dialog";
import { PanelSkeleton } from "../ui/skeleton";

const Family = dynamic(() => import("./family-tree").then((room) => room.Family), { loading: PanelSkeleton });

/** The way to the forks of a run, and to what it was forked from; `forks`: how many they are. */
export const FamilyButton = ({ runId, forks }: { runId: string; forks: number }) => (
  <Drawer
    title="Forks of this run"
    description="Choose two to five runs to compare."
    trigger={<Button size="small">{`Forks (${forks})`}</Button>}
  >
    <Family runId={runId} />
  </Drawer>
);
