import { LONG_LINES, SHORT_LINES, type Structure } from "./measure";

const LISTED = 12;

/** One or more measurements side by side, each with its title; the last is the one whose circles are named. */
export function formatStructures(columns: { title: string; structure: Structure }[]): string {
  const figures = columns.map(({ structure }) => figuresOf(structure));
  const rows = (figures[0] ?? []).map(([label], at) => [
    label,
    ...figures.map((one) => String(one[at]?.[1])),
  ]);
  const last = columns.at(-1);
  return [
    ...table([["", ...columns.map(({ title }) => title)], ...rows]),
    "",
    `Largest rooms (files directly in them, without tests)`,
    ...table([
      ["", ...columns.map(({ title }) => title)],
      ...largest(columns.map(({ structure }) => structure)),
    ]),
    ...(last ? namedCircles(last.structure) : []),
  ].join("\n");
}

function figuresOf({ house, ...all }: Structure): [label: string, figure: number][] {
  return [
    ["files", all.files],
    ["lines", all.lines],
    ["test files", all.testFiles],
    ["test lines", all.testLines],
    ["files of lib, components, db", house.files],
    ["  lines", house.lines],
    ["  with a single importer", house.singleImporters],
    ["    in the same folder", house.singleImportersInFolder],
    ["  imported by tests alone", house.testOnlyImporters],
    [`  over ${LONG_LINES} lines`, house.longFiles],
    [`  under ${SHORT_LINES} lines`, house.shortFiles],
    ["  barrels", all.barrels.length],
    ["import circles", all.circles.length],
    ["  files in them", all.circles.flat().length],
  ];
}

/** The largest rooms of every measurement, in the order of the last one. */
function largest(structures: Structure[]): string[][] {
  const folders = new Set(
    [...structures].reverse().flatMap(({ rooms }) => rooms.slice(0, LISTED).map(({ folder }) => folder)),
  );
  return [...folders].map((folder) => [
    folder,
    ...structures.map(({ rooms }) => String(rooms.find((room) => room.folder === folder)?.files ?? "–")),
  ]);
}

function namedCircles({ circles }: Structure): string[] {
  return circles.length === 0
    ? []
    : ["", "Import circles", ...circles.map((circle) => `  ${circle.join(" · ")}`)];
}

/** The first column to the left, figures to the right. */
function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  "),
  );
}
