import { expect, it } from "vitest";
import { renderText } from "@/lib/testing/render";
import { VersionCritiqueView } from "./critique";

it("says with the findings what of the mission no task answers", () => {
  const critique = {
    by: "model" as const,
    score: 9,
    openScore: 9,
    omitted: 0,
    findings: [],
    failed: false,
    coverage: { demands: [{ demand: "a chart", tasks: [] }], unquoted: [], extra: ["mail"] },
  };
  const titles = new Map([["mail", "Mail all"]]);
  const text = renderText(
    <VersionCritiqueView
      critique={critique}
      titles={titles}
      keptAs="v1"
      onSelect={() => {}}
      review={undefined}
    />,
  );
  expect(text).toMatch(/No task answers this demand “ ?a chart ?” △ This task serves no demand Mail all/);
});
