import type { Config } from "tailwindcss";

/** Colours are variables of app/globals.css, which has their values for light and dark. */
const colour = (name: string) => `var(--${name})`;

export default {
  content: ["./app/**/*.{ts,tsx}", "./components/**/*.{ts,tsx}"],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ground: colour("ground"),
      panel: colour("panel"),
      line: colour("line"),
      edge: colour("edge"),
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
    },
    extend: {
      fontFamily: {
        sans: ["Inter", "system-ui", "sans-serif"],
        mono: ["JetBrains Mono", "ui-monospace", "monospace"],
      },
      boxShadow: { card: "0 1px 2px var(--shade), 0 6px 18px var(--shade)" },
    },
  },
} satisfies Config;
