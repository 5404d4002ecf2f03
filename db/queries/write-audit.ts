import { sql } from "drizzle-orm";
import type { Json } from "@/lib/core/json";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import type { Orm } from "../client";
import { auditLog } from "../schema";

/** One line of the audit log about something that belongs to no run. */
export async function writeAudit(
  tx: Orm,
  line: { workspaceId: string; actor: ActorRef; action: string; subject?: string; details?: Json },
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ ...line, at: sql`clock_timestamp()`, provenance: "person", accepted: true });
}
