import { createHash } from "node:crypto";

/** Shares of all load that workspaces have, the largest first: that of the n-th is as 1 / n^exponent (Zipf). */
export function zipfShares(workspaces: number, exponent: number): number[] {
  const weights = Array.from({ length: workspaces }, (_, n) => (n + 1) ** -exponent);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** The load of the busiest database over the mean, with workspaces where the hash of their number says. */
export function busiestByHash(shares: readonly number[], databases: number): number {
  return busiest(shares, databases, (_loads, n) => {
    const digest = createHash("sha256").update(`workspace_${n}`).digest();
    return digest.readUInt32BE(0) % databases;
  });
}

/** The same with a table that says where each workspace is, and a place that is chosen by load, the largest first. */
export function busiestByTable(shares: readonly number[], databases: number): number {
  return busiest(shares, databases, (loads) => loads.indexOf(Math.min(...loads)));
}

function busiest(
  shares: readonly number[],
  databases: number,
  placeOf: (loads: readonly number[], n: number) => number,
): number {
  const loads = Array.from({ length: databases }, () => 0);
  for (const [n, share] of shares.entries()) {
    const place = placeOf(loads, n);
    loads[place] = (loads[place] ?? 0) + share;
  }
  return Math.max(...loads) * databases;
}
