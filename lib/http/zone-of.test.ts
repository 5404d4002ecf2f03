import { expect, it } from "vitest";
import { dayOfMs, daysInMs, daysOfPeriod } from "@/lib/core/cost/days";
import { zoneLabel } from "@/lib/core/zones";
import { zoneOf } from "./zone-of";

it.each([
  [undefined, "UTC"],
  ["", "UTC"],
  ["Mars/Olympus", "UTC"],
  ["+05:30", "UTC"],
  ["Europe/Oslo; drop table runs", "UTC"],
  ["x".repeat(2_000), "UTC"],
  ["__proto__", "UTC"],
  ["Europe/Oslo", "Europe/Oslo"],
  ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["Etc/GMT+5", "Etc/GMT+5"],
])("the zone of %j is %s", (text, zone) => {
  expect(zoneOf(text).name).toBe(zone);
});

it("says which days are meant", () => {
  expect(["UTC", "America/New_York"].map(zoneLabel)).toEqual(["UTC", "America/New York time"]);
});

it("a day begins when it does in its zone, whether clocks are changed on it or not", () => {
  const hoursOf = (day: string, name: string) => {
    const zone = zoneOf(name);
    const { fromMs, beforeMs } = daysInMs({ from: day, to: day }, zone);
    expect([fromMs, beforeMs - 1].map((ms) => dayOfMs(ms, zone))).toEqual([day, day]);
    return [new Date(fromMs).toISOString().slice(0, 16), (beforeMs - fromMs) / 3_600_000];
  };
  expect(hoursOf("2026-11-24", "UTC")).toEqual(["2026-11-24T00:00", 24]);
  expect(hoursOf("2026-11-24", "Asia/Kathmandu")).toEqual(["2026-11-23T18:15", 24]);
  expect(hoursOf("2026-11-24", "Pacific/Kiritimati")).toEqual(["2026-11-23T10:00", 24]);
  expect(hoursOf("2026-03-29", "Europe/Oslo")).toEqual(["2026-03-28T23:00", 23]);
  expect(hoursOf("2026-10-25", "Europe/Oslo")).toEqual(["2026-10-24T22:00", 25]);
  // Clocks are changed at midnight, forward and back.
  expect(hoursOf("2026-09-06", "America/Santiago")).toEqual(["2026-09-06T04:00", 23]);
  expect(hoursOf("2026-04-04", "America/Santiago")).toEqual(["2026-04-04T03:00", 25]);
  expect(hoursOf("2026-11-01", "America/Havana")).toEqual(["2026-11-01T04:00", 25]);
  // Samoa went from the 29th to the 31st.
  const { fromMs, beforeMs } = daysInMs({ from: "2011-12-30", to: "2011-12-30" }, zoneOf("Pacific/Apia"));
  expect(beforeMs - fromMs).toBe(0);
});

it("today is the day of the one who asks", () => {
  const now = Date.UTC(2026, 2, 1, 2, 0);
  const days = ["UTC", "America/Los_Angeles", "Pacific/Kiritimati"].map((zone) =>
    Object.values(daysOfPeriod("yesterday", now, zoneOf(zone))).join(),
  );
  expect(days).toEqual(["2026-02-28,2026-02-28", "2026-02-27,2026-02-27", "2026-02-28,2026-02-28"]);
});
