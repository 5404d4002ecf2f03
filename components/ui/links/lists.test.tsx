import { describe, expect, it } from "vitest";
import { renderHtml, renderText } from "@/lib/testing/render";
import { FilterLinks } from "./filter-links";
import { ItemList } from "./item-list";

const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => (href ?? "").replaceAll("&amp;", "&"));

describe("links of filters", () => {
  const links = (view: object) => (
    <FilterLinks
      label="Filter"
      path="/list"
      view={view}
      groups={[
        { name: "kind", all: "All", choices: [["a", "A"]] },
        { name: "status", choices: [["on", "On"]] },
      ]}
    />
  );

  it("change one field, keep the others, and begin at the first page", () => {
    const view = { kind: "a", status: "on", tag: "x", cursor: "c" };
    expect(hrefs(renderHtml(links(view)))).toEqual([
      "/list?status=on&tag=x",
      "/list?kind=a&status=on&tag=x",
      "/list?kind=a&tag=x",
    ]);
    expect(hrefs(renderHtml(links({})))).toEqual(["/list", "/list?kind=a", "/list?status=on"]);
  });

  it("mark what is in force", () => {
    expect(renderHtml(links({ kind: "a" })).match(/aria-current="true"[^>]*>[^<]+/g)).toEqual([
      expect.stringMatching(/>A$/),
    ]);
  });
});

describe("a list", () => {
  const list = (items: string[], view: object) => (
    <ItemList
      label="Fruits"
      things="fruits"
      path="/list"
      view={view}
      page={{ items, nextCursor: "next" }}
      none="Nothing yet"
    >
      {(item) => <li key={item}>{item}</li>}
    </ItemList>
  );

  it("leads on to the next page within the same filter", () => {
    expect(hrefs(renderHtml(list(["Apple"], { kind: "a", cursor: "c" })))).toEqual([
      "/list?kind=a&cursor=next",
    ]);
  });

  it("tells one without anything from a filter that hides all", () => {
    expect(renderText(list([], {}))).toBe("Nothing yet");
    expect(renderText(list([], { kind: "a" }))).toContain("No fruits match the filter");
    expect(renderText(list([], { cursor: "c" }))).toContain("Show all");
  });
});
