import type { AUDIT_CONFIRMATION, RetentionSettings } from "@/lib/core/retention";
import type { ProblemFacts } from "../../ui/problem";

/** What the page of retention can ask for. */
export type RetentionActions = {
  change(settings: Partial<RetentionSettings>): Promise<{ problem?: ProblemFacts }>;
  purgeAudit(input: {
    olderThanDays: number;
    confirm: typeof AUDIT_CONFIRMATION;
  }): Promise<{ problem?: ProblemFacts; removed?: number; more?: boolean }>;
};
