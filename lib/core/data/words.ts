/** How the download of a workspace's data ended: whole, or broken off by the one who took it or by a fault. */
export const EXPORT_OUTCOMES = ["complete", "broken"] as const;
export type ExportOutcome = (typeof EXPORT_OUTCOMES)[number];
