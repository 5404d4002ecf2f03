import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { StyleSettings } from "./plan-settings";

/** The words behind each field that is chosen. */
function chosenIn(chosen: object): string[] {
  const html = renderToStaticMarkup(<StyleSettings chosen={chosen} onChoose={() => {}} />);
  const fields = html.split("<input").slice(1);
  return fields
    .filter((field) => field.includes('checked=""'))
    .map((field) => field.slice(field.indexOf(">") + 1).replace(/<[^>]+>/g, " "));
}

it("plans are written in full, and details by planners, unless somebody chooses", () => {
  expect(chosenIn({})).toEqual([expect.stringContaining("Detailed")]);
});

it("shows what was chosen", () => {
  expect(chosenIn({ planStyle: "short", detailOnDemand: true })).toEqual([
    expect.stringContaining("Brief"),
    expect.stringContaining("just before a task starts"),
  ]);
});
