import type { ApprovalKind } from "@/lib/core/run/gates/table";
import type { ProblemFacts } from "../../ui/problem";

type Done = Promise<{ problem?: ProblemFacts }>;

export type DrillActions = {
  change(input: { enabled: boolean; perWeek: number }): Done;
  join(input: { joined: boolean }): Done;
  send(input: { personId: string; kind?: ApprovalKind }): Done;
};
