"use client";

import { createContext, type ReactNode, use } from "react";
import { CAPABILITIES, type Capability } from "@/lib/core/capabilities";
import type { Asked } from "@/lib/core/people";
import { UTC } from "@/lib/core/zones";

const Rights = createContext<readonly Capability[]>(CAPABILITIES);

const Viewer = createContext<Asked>({ id: "", name: "", roles: [], everyone: true });

const Zone = createContext(UTC.name);

type RightsOfViewerProps = {
  capabilities: readonly Capability[];
  viewer?: Asked;
  zone?: string;
  children: ReactNode;
};

/** Tells the controls in it what the one who looks may do. Services check it themselves, whatever a page offers. */
export const RightsOfViewer = ({ capabilities, viewer, zone = UTC.name, children }: RightsOfViewerProps) => (
  <Rights value={capabilities}>
    <Zone value={zone}>{viewer ? <Viewer value={viewer}>{children}</Viewer> : children}</Zone>
  </Rights>
);

/** The one who looks, as gates name people. */
export const useViewer = (): Asked => use(Viewer);

/** The time zone whose days the server counts for the one who looks. */
export const useZone = (): string => use(Zone);

const MISSING: Record<Capability, string> = {
  view: "You have no right to view this.",
  operate: "You can view this, but you have no right to operate.",
  review: "You can view this, but you have no right to review.",
  admin: "You can view this, but you have no right to administer.",
};

/** Why a control that takes this right cannot be used, in words; undefined where it can. */
export const useMissingRight = (right: Capability): string | undefined =>
  use(Rights).includes(right) ? undefined : MISSING[right];
