import type { Config } from "tailwindcss";

/** Colours are variables of app/globals.css, which has their values for light and dark. */
const colour = (name: string) => `var(--${name})`;

export default {
  content: ["./app/**/*.{ts,tsx}", "./components/**/*.{ts,tsx}"],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      /** Surfaces: the page, what stands on it, and what floats above that. */
      ground: colour("ground"),
      panel: colour("panel"),
      raised: colour("raised"),
      /** The one border colour; `edge` is for controls, whose outline has to be seen (3:1). */
      line: colour("line"),
      edge: colour("edge"),
      /** Text: what is read, and what is read second. Both reach AA on every surface. */
      ink: colour("ink"),
      muted: colour("muted"),
      run: colour("run"),
      ok: colour("ok"),
      amber: colour("amber"),
      retry: colour("retry"),
      bad: colour("bad"),
      /** A person is needed; used for nothing else. */
      person: colour("person"),
      "person-soft": colour("person-soft"),
      "on-person": colour("on-person"),
      /** What lies behind a dialog. */
      veil: colour("veil"),
    },
    extend: {
      fontFamily: {
        /** After the typeface (app/layout.tsx) what stands in where it is late, as wide (app/fallback-fonts.css). */
        sans: [
          "var(--font-inter, Inter)",
          "Inter Variable",
          ...["Inter as Arial", "Inter as Roboto", "Inter as DejaVu"],
          "system-ui",
          "sans-serif",
        ],
        mono: [
          "JetBrains Mono Variable",
          "JetBrains Mono",
          "JetBrains Mono as others",
          "ui-monospace",
          "monospace",
        ],
      },
      /** Two elevations: `card` stands on the page, `float` above it. */
      boxShadow: {
        card: "0 1px 2px var(--shade), 0 6px 18px var(--shade)",
        float: "0 2px 6px var(--shade), 0 16px 40px var(--shade-deep)",
      },
    },
  },
} satisfies Config;
