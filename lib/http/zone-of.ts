import { UTC, type Zone } from "@/lib/core/zones";

/** Names as the IANA database has them; offsets such as `+05:30` are no zones, whose days move with the seasons. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,3}$/;
const MAX_NAME_CHARS = 60;

/** The zone that a text names; UTC for anything else. */
export function zoneOf(name: string | undefined): Zone {
  if (name === undefined || name === UTC.name || name.length > MAX_NAME_CHARS || !NAME.test(name)) return UTC;
  try {
    const format = formatOf(name);
    return { name, offsetMs: (ms) => localMs(format, ms) - Math.floor(ms / 1_000) * 1_000 };
  } catch {
    return UTC;
  }
}

const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat("en", {
    ...({ timeZone, calendar: "iso8601", numberingSystem: "latn", hourCycle: "h23" } as const),
    ...({ year: "numeric", month: "numeric", day: "numeric" } as const),
    ...({ hour: "numeric", minute: "numeric", second: "numeric" } as const),
  });

/** What the clocks of the zone show, as if they were those of UTC. */
function localMs(format: Intl.DateTimeFormat, ms: number): number {
  const parts = format.formatToParts(ms);
  const at = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(at("year"), at("month") - 1, at("day"), at("hour"), at("minute"), at("second"));
}
