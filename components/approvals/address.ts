/** Where a gate is answered, or read once it is closed. */
export const gateHref = (approvalId: string): string => `/inbox?gate=${encodeURIComponent(approvalId)}`;

/** Where a closed gate is read. */
export const closedGateHref = (approvalId: string): string =>
  `/inbox?tab=decided&gate=${encodeURIComponent(approvalId)}`;
