import type { NotDone } from "../run/consent";
import type { OutsideCall, OutsideCalls } from "../run/outside-calls";

/** What a run did outside, beside the plan that people let it run. */
export type OutsideByApproval = {
  approved: OutsideCall[];
  /** As approved but for their order. */
  reordered: OutsideCall[];
  /** Of work that came into the plan, or was changed, after that. */
  later: OutsideCall[];
  /** Nobody was asked about a plan, or its work is not known any more. */
  unplanned: OutsideCall[];
  leftOut: NotDone[];
};

export function outsideByApproval({ items, notDone }: OutsideCalls): OutsideByApproval {
  const later = items.filter(({ consent }) => consent.since);
  const others = items.filter(({ consent }) => !consent.since);
  const planned = others.filter(({ consent }) => consent.plan);
  return {
    approved: planned.filter(({ consent }) => !consent.ahead),
    reordered: planned.filter(({ consent }) => consent.ahead),
    later,
    unplanned: others.filter(({ consent }) => !consent.plan),
    leftOut: notDone,
  };
}
