"use client";

import dynamic from "next/dynamic";
import { PanelSkeleton } from "../ui/skeleton";

/** The forms of decisions, for pages where mostly nothing waits: their code comes with the first question. */
const loading = PanelSkeleton;
export const ClosedNote = dynamic(() => import("./closed-note").then((room) => room.ClosedNote));
export const GatePanel = dynamic(() => import("./gate-panel").then((room) => room.GatePanel), { loading });
export const HeldReview = dynamic(() => import("./held-review").then((room) => room.HeldReview), { loading });
export const UnsentNote = dynamic(() => import("./unsent-note").then((room) => room.UnsentNote));
