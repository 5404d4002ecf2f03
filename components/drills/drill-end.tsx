"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { closedGateHref } from "../approvals/address";

/** Leaves the page of a run that there is not, once its drill is closed, for what the drill was. */
export function DrillEnd({ approvalId }: { approvalId: string }) {
  const router = useRouter();
  useEffect(() => router.replace(closedGateHref(approvalId)), [router, approvalId]);
  return null;
}
