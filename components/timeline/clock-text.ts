/** `14:02`, or `14:02:18` where minutes are too coarse, on the clock of the one who looks. */
export function clockText(at: number, withSeconds: boolean): string {
  const date = new Date(at);
  const parts = [date.getHours(), date.getMinutes(), ...(withSeconds ? [date.getSeconds()] : [])];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
