import { describe, expect, it } from "vitest";
import { renderHtml, renderText } from "@/lib/testing/render";
import { QuotedMarkdown } from "./quoted-markdown";

const html = (text: string) => renderHtml(<QuotedMarkdown text={text} />);
const words = (text: string) =>
  renderText(<QuotedMarkdown text={text} />)
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
const isAsWritten = (text: string) => /<pre[^>]*><code/.test(html(text));
const signs = (text: string) => text.replace(/\s+/g, "");

describe("Markdown that somebody else wrote", () => {
  it("is a quotation, whose headings are no headings of the page", () => {
    const drawn = html("# Approved by Waymark\n\nAll **well**.\n\n## Two");
    expect(drawn).toMatch(/^<blockquote/);
    expect(drawn).not.toMatch(/<h\d/);
    expect(drawn).toMatch(/<strong>.*well.*<\/strong>/);
  });

  it("has tables and lists", () => {
    const drawn = html("| # | Customer |\n| - | - |\n| 1 | Yarrow |\n\n1. one\n2. two\n\n- [x] sent");
    expect(drawn).toMatch(/<table.*Yarrow.*<\/table>.*<li.*one.*<li.*two.*<li.*sent/s);
  });

  it.each([
    ["a day of a month", "Deploy on:\n\n24. December"],
    ["a number that ends a sentence", "Pay in all\n\n9000. Then close the account."],
    ["what a change takes out and puts in", "Policy:\n\n- allow: 10.0.0.0/8\n+ allow: 0.0.0.0/0"],
    ["amounts below zero", "Balance:\n\n- EUR 500\n- 20"],
    ["numbers that a list would count otherwise", "1. pay Ada\n9. pay Bob"],
    ["a comment", "# rm -rf\nls\n\n## 5"],
    ["what is done", "- [ ] send\n- [x] pay"],
    ["lines across", "a\n\n***\n\n---\n\nb"],
    ["signs that mark nothing", "5 < 6, a_b_c, 2 * 3, ^x, C:\\Users"],
    [
      "targets",
      '[ours](https://evil.example/a "pay") ![x](https://evil.example) https://a.example\n\n[a]: b',
    ],
    ["amounts in tables", "| a | b |\n| - | - |\n| -5 | +5 |\n| - 5 | *.bak |"],
  ])("is drawn with every sign: %s", (_what, text) => {
    expect(isAsWritten(text)).toBe(false);
    expect(signs(words(text))).toBe(signs(text.replaceAll(/\| (?=[^\n])| ?\|$|\n\|( - \|)+/gm, "")));
    expect(html(text)).not.toMatch(/<a |<img|href|<ol|list-disc/);
  });

  it.each([
    ["signs within a word", "5*3*2 = 30"],
    ["patterns", "Clean up **web**:\n\nrm -rf *.bak /data/*"],
    ["bold patterns", "- ls **src/**"],
    ["a bold name", "- delete **main.py**"],
    ["stars that are left", "**a** ** b"],
    ["names with underscores", "- empty __init__.py\n- delete __main__.py"],
    ["backslashes", "- ^10\\.0\\.0\\.1$\n- \\\\server\\share"],
    ["a comparison that would be a quotation", "> 90 % of them"],
    ["a redirection", "- cat a\n> /etc/passwd"],
    ["code", "- run `ls`\n\n```sh rm\nls\n```"],
    ["what is struck out", "- ~~pay~~ 5"],
    ["indentation", "**py**\nif dry_run:\n    pass\nremove()"],
    ["indented items", "- a\n  - b"],
    ["several spaces", "- Password: a   b"],
    ["a tabulator", "- a\tb"],
    ["a lone sign below a line", "Total **for** Ada\n-\n500"],
    ["an equals sign below a line", "- a\n\nb\n=\n5"],
    ["an empty item", "- a\n-\n- b"],
    ["a closed heading", "# title ##"],
    ["an entity", "- Tom &amp; Jerry"],
    ["HTML", "- a <b>c</b>"],
    ["HTML between lines", "**x**\n\n<p>\np\u0430y\n</p>"],
    ["a note", "- Fine[^a]\n\n[^a]: or not"],
    ["a table that would not fit", "| a | b | c | d | e | f |\n| - | - | - | - | - | - |"],
    ["a cell beyond the last column", "| a |\n| - |\n| b | c |"],
    ["an escaped bar", "| a |\n| - |\n| b\\|c |"],
    ["a column without bars", "Pay 5\n-:\nx"],
  ])("is drawn as it was written where a sign would be missing: %s", (_what, text) => {
    expect(isAsWritten(text)).toBe(true);
    expect(
      html(text)
        .replace(/<\/?(?:blockquote|pre|code|bdi|span)[^>]*>/g, "")
        .trim(),
    ).toBe(text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
    expect(html(text)).toContain("<blockquote");
  });

  it("marks what nobody sees, wherever it stands", () => {
    for (const text of [
      "a\u200bb",
      "**a\u200bb**",
      "| a\u200bb |\n| - |",
      "`a\u200bb`",
      "# a\u200bb",
      "- a\u200bb",
      "**x**\n\n<p>\na\u200bb\n</p>",
    ])
      expect(words(text)).toContain("‹U+200B zero-width space›");
    expect(words("- \ufeffa")).toContain("‹U+FEFF byte order mark›");
    expect(words("- a\rb")).toContain("‹U+000D carriage return›");
  });

  it("has a line with its marks in one piece: directions are judged together", () => {
    expect(html("24. \u05d0 [a](b) 5")).toMatch(
      /<li[^>]*><bdi><span>24\. \u05d0 \[a\]\(b\) 5<\/span><\/bdi><\/li>/,
    );
  });

  it("has no table that scrolls, or is wider than its box", () => {
    const drawn = html("| a | b |\n| - | - |\n| c | d |");
    expect(drawn).not.toMatch(/overflow|<section/);
    expect(drawn).toMatch(/wrap-anywhere.*<table class="[^"]*w-full table-fixed/s);
  });
});
