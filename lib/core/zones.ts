/** A time zone, by its name and by how far its clocks are ahead of UTC at a moment. */
export type Zone = { name: string; offsetMs(ms: number): number };

/** The zone of those whose own is not known: of clients of the API, and until a browser has told its. */
export const UTC: Zone = { name: "UTC", offsetMs: () => 0 };

/** The cookie in which a browser tells its zone. */
export const ZONE_COOKIE = "zone";

/** How days of a zone are spoken of: `Europe/Oslo time`, or `UTC`. */
export const zoneLabel = (name: string): string =>
  name === UTC.name ? name : `${name.replaceAll("_", " ")} time`;
