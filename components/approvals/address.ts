/** Where a closed gate is read. */
export const closedGateHref = (approvalId: string): string =>
  `/inbox?tab=decided&gate=${encodeURIComponent(approvalId)}`;
