import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Bars } from "./bars";
import { ChartCard } from "./chart-card";
import { Columns } from "./columns";
import { Lines } from "./lines";
import type { Series } from "./look";
import { Ranges } from "./ranges";

const SERIES: Series[] = [
  { label: "kept", look: { tone: "run", fill: "solid" } },
  { label: "dropped", look: { tone: "bad", fill: "hatched" } },
];

const attributesOf = (html: string, tag: string, name: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*?\\s${name}="([^"]*)"`, "g"))].map(([, value]) => value);

describe("Bars", () => {
  const html = renderToStaticMarkup(
    <Bars
      alt="Runs by tag"
      max={10}
      series={SERIES}
      bars={[
        { label: "a & b", values: [5, 2], text: "70 %", detail: "7 of 10", href: "/runs?tag=a" },
        { label: "none", values: [0, 0], text: "0 %" },
      ]}
    />,
  );

  it("draws each part from where the one before it ends, as a share of the track", () => {
    expect(attributesOf(html, "rect", "width").filter((width) => width?.endsWith("%"))).toEqual([
      "100%",
      "50%",
      "20%",
      "100%",
    ]);
    expect(attributesOf(html, "rect", "x")).toContain("50%");
  });

  it("names the list, and leads from a bar to what is behind it", () => {
    expect(html).toContain('<ul aria-label="Runs by tag"');
    expect(attributesOf(html, "a", "href")).toEqual(["/runs?tag=a"]);
    expect(html).toContain("7 of 10");
  });

  it("tells parts apart by filling: a pattern that is defined is used, and the legend names both", () => {
    const [id] = attributesOf(html, "pattern", "id");
    expect(html).toContain(`fill="url(#${id})"`);
    expect(html).toMatch(/<\/svg>kept.*<\/svg>dropped/);
  });
});

describe("Columns", () => {
  const columns = [
    { label: "5 Oct", values: [3, 1], href: "/runs?week=1" },
    { label: "12 Oct", values: [0, 0], href: "/runs?week=2" },
  ];

  it("stacks the series, and says each column in words where it leads somewhere", () => {
    const html = renderToStaticMarkup(<Columns alt="Weeks" series={SERIES} columns={columns} totals />);
    expect(html).toContain('role="group"');
    expect(attributesOf(html, "a", "aria-label")).toEqual([
      "5 Oct: 4, of which kept 3, dropped 1",
      "12 Oct: 0, of which kept 0, dropped 0",
    ]);
    const one = [{ label: "5 Oct", values: [1, 0] }];
    const small = renderToStaticMarkup(<Columns alt="Weeks" series={SERIES} columns={one} />);
    expect(small).not.toContain(">0.5<");
    const drawn = attributesOf(html, "rect", "height").map(Number);
    expect(drawn).toEqual(expect.arrayContaining([84, 28]));
  });

  it("is an image with an alternative where nothing leads on, or its columns are too narrow to press", () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ label: `${at}`, values: [at], href: "/runs" }));
    const html = renderToStaticMarkup(
      <Columns alt="Days" series={SERIES.slice(0, 1)} columns={many} touching />,
    );
    expect(html).toContain('role="img" aria-label="Days"');
    expect(html).not.toContain("<a ");
    expect(renderToStaticMarkup(<Columns alt="None" series={SERIES} columns={[]} />)).not.toContain("NaN");
  });
});

describe("Lines", () => {
  it("leaves a gap where a value is unknown, and draws it as no zero", () => {
    const series = [{ label: "agreed", look: SERIES[0]?.look, values: [0.5, null, 1, 0.75] }];
    const html = renderToStaticMarkup(
      <Lines
        alt="Agreement"
        moments={["a", "b", "c", "d"]}
        domain={[0, 1]}
        series={series as never}
        filled
      />,
    );
    expect(attributesOf(html, "circle", "cy")).toEqual(["56", "0", "28"]);
    const curve = attributesOf(html, "path", "d").at(-1) ?? "";
    expect(curve.match(/M/g)).toHaveLength(2);
  });

  it("draws what is below zero below it, within the plot", () => {
    const series = [{ ...(SERIES[0] as Series), values: [2, -2] }];
    const html = renderToStaticMarkup(<Lines alt="Left" moments={["a", "b"]} series={series} filled />);
    expect(attributesOf(html, "circle", "cy")).toEqual(["0", "112"]);
    expect(attributesOf(html, "path", "d")[0]).toMatch(/,56L[\d.]+,56Z$/);
  });

  it("names so few of its moments that none stands in another", () => {
    const moments = Array.from({ length: 30 }, (_, n) => `${n + 1} Oct`);
    const series = [{ ...(SERIES[0] as Series), values: moments.map(() => 1) }];
    const html = renderToStaticMarkup(<Lines alt="Days" moments={moments} series={series} />);
    expect(html.match(/\d+ Oct(?=<\/text>)/g)).toEqual(["1 Oct", "7 Oct", "13 Oct", "19 Oct", "25 Oct"]);
  });

  it("names each of a few", () => {
    const moments = ["< 1 m", "1–5 m", "5–15 m", "15–60 m", "1–4 h", "> 4 h"];
    const series = [{ ...(SERIES[0] as Series), values: moments.map(() => 1) }];
    const columns = moments.map((label) => ({ label, values: [1] }));
    const html = renderToStaticMarkup(<Columns alt="Waits" series={series} columns={columns} />);
    for (const text of moments.slice(1, 5)) expect(html).toContain(`${text}</text>`);
  });

  it("draws one of which nothing is known beside another", () => {
    const series = [
      { ...(SERIES[0] as Series), values: [1, 2] },
      { ...(SERIES[1] as Series), values: [null, null] },
    ];
    const html = renderToStaticMarkup(<Lines alt="Forecast" moments={["a", "b"]} series={series} />);
    expect(html).toContain('stroke-dasharray="6 4"');
    expect(html).not.toContain("NaN");
  });
});

it("Ranges spans from the lower to the upper end, around what it is held against", () => {
  const range = { label: "Money", low: -0.5, middle: 0, high: 0.5, text: "83 %", href: "/runs" };
  const html = renderToStaticMarkup(
    <Ranges alt="Errors" mark={0} ranges={[range]} format={(value) => `${value * 100} %`} />,
  );
  expect(attributesOf(html, "rect", "x")).toEqual(["10%"]);
  expect(attributesOf(html, "rect", "width")).toEqual(["80%"]);
  expect(attributesOf(html, "line", "x1")).toEqual(["50%", "50%"]);
});

describe("ChartCard", () => {
  it("says its n and its formula, and leads to runs, table and CSV", () => {
    const html = renderToStaticMarkup(
      <ChartCard
        title="Replans by tag"
        n="412 runs"
        formula="Runs with a replan ÷ runs with the tag."
        figures={[{ value: "22.3 %", label: "replanned" }]}
        open={{ label: "Open runs", href: "/runs" }}
        csvHref="/api/v1/insights/csv"
        table={{ columns: ["Tag", "Runs"], rows: [{ cells: ["release", "96"], href: "/runs?tag=release" }] }}
      >
        drawn
      </ChartCard>,
    );
    for (const part of ["n = 412 runs", "÷ runs with the tag", "22.3 %", "drawn", "<details"])
      expect(html).toContain(part);
    expect(attributesOf(html, "a", "href")).toEqual(["/runs", "/runs?tag=release", "/api/v1/insights/csv"]);
    expect(html).not.toContain("style=");
  });

  it("says why there is no chart in place of one", () => {
    const html = renderToStaticMarkup(
      <ChartCard title="T" n="2" formula="F." empty="Shown from 5 runs on.">
        drawn
      </ChartCard>,
    );
    expect(html).toContain("Shown from 5 runs on.");
    expect(html).not.toContain("drawn");
  });
});
