import { startRun, unique, untilWaiting } from "./api";
import { expect, test } from "./fixtures";

/** Texts without a place to break: marks over one letter, emoji and consonants that are drawn as one, one long word. */
const ENDLESS = [
  `a${"\u0338\u0489\u20dd".repeat(60)}`,
  `\u0915${"\u0903".repeat(200)}`,
  `${"\u{1F469}\u200d".repeat(80)}\u{1F469}`,
  `\u{1F44D}${"\u{1F3FD}".repeat(80)}`,
  "\u1100".repeat(120),
  "\u0915\u094d".repeat(120),
  "\u0600".repeat(60),
  "W".repeat(400),
  "\u00a0x".repeat(200),
];

const call = (n: number) => `(tool/deploy {:environment "e${n}" :service "s" :version "${"9".repeat(300)}"})`;
const plan = {
  title: ENDLESS[0],
  tasks: [
    { id: "g", type: "human_review", title: `May it ${ENDLESS[1]}`, input: ENDLESS.join(" ") },
    ...ENDLESS.map((title, n) => ({
      ...{ id: `t${n}`, type: "direct", title, depends_on: ["g"] },
      input: n % 2 === 0 ? call(n) : `(do (println ${JSON.stringify(title)}) ${call(n)})`,
    })),
  ],
};

test("no text makes the panel of a gate, or anything on it, wider than there is room", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, {
    ...{ mission: unique("Endless texts"), plan },
    settings: { summarizer: "off" },
  });
  await untilWaiting(request, runId);
  await page.goto(`/runs/${runId}`);
  const panel = page.locator("[data-gate]");
  await expect(panel).toContainText("Releases work");
  await expect(panel).toContainText("180 marks over one letter");
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    // What is cut with an ellipsis, or read aloud alone, hides nothing that is shown elsewhere.
    const wide = () =>
      panel.evaluate((root) =>
        [root, ...root.querySelectorAll<HTMLElement>("*")].flatMap((one) => {
          const { textOverflow, display, clip } = getComputedStyle(one);
          const isCut = textOverflow === "ellipsis" || display === "inline" || clip !== "auto";
          return !isCut && one.scrollWidth > one.clientWidth + 1
            ? [`${one.tagName} ${one.scrollWidth}>${one.clientWidth} ${one.className}`]
            : [];
        }),
      );
    await expect.poll(wide, { message: `at ${width}` }).toEqual([]);
  }
});
