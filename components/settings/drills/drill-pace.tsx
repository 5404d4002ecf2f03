"use client";

import { byRoute } from "@/lib/client/mutation";
import type { DrillSettings } from "@/lib/core/drills/view";
import type { DrillNodes } from "@/lib/core/inputs/drills";
import { useToast } from "../../ui/overlay/toast";
import { FormCard } from "../form-card";

type DrillPaceProps = { nodes: DrillNodes; settings: Pick<DrillSettings, "enabled" | "perWeek"> };

/** Whether the workspace sends drills, and how many come by themselves. */
export function DrillPace({ nodes, settings: { enabled, perWeek } }: DrillPaceProps) {
  const toast = useToast();
  return (
    <FormCard
      title="Drills in this workspace"
      nodes={nodes}
      begins={{ enabled, perWeek }}
      send={byRoute("POST /api/v1/drills/settings")}
      onSaved={(saved) =>
        toast({ title: saved.enabled ? "Drills are on" : "Drills are off", tone: "ok", icon: "✓" })
      }
    />
  );
}
