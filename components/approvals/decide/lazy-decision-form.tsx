"use client";

import dynamic from "next/dynamic";
import { PanelSkeleton } from "../../ui/skeleton";

/** The form of a review's decision, which writes plans as text: its code comes with the first review. */
export const DecisionForm = dynamic(() => import("./decision-form").then((room) => room.DecisionForm), {
  loading: PanelSkeleton,
});
