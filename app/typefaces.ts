import localFont from "next/font/local";

/**
 * The typeface in the script of most texts, which pages ask for before anything else. Browsers wait a moment for it, and
 * draw a page that it is too late for without it to the end: letters of another width would move what is read.
 */
export const typeface = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  variable: "--font-inter",
  weight: "100 900",
  display: "optional",
  // What stands in for it is scaled by weight, in fallback-fonts.css.
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD",
    },
  ],
});
