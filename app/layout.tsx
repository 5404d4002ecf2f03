import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import "@fontsource-variable/jetbrains-mono/index.css";
import "./fallback-fonts.css";
import "./globals.css";
import "./typefaces.css";
import { THEME_COOKIE, themeOf } from "@/components/shell/types";

/**
 * The typeface in the script of most texts, which pages ask for before anything else. Browsers wait a moment for it, and
 * draw a page that it is too late for without it to the end: letters of another width would move what is read.
 */
const typeface = localFont({
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

export const metadata: Metadata = {
  title: { default: "Waymark", template: "%s · Waymark" },
  description: "Runs plans written by language-model agents and keeps people in control.",
};

export const viewport: Viewport = {
  // What lies over the foot of the page stays above the keyboard of a phone.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#11151d" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the cookie also keeps every page from being frozen at build time: each carries a nonce of its own.
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" className={typeface.variable} {...(theme !== "system" && { "data-theme": theme })}>
      <body className="min-h-dvh font-sans antialiased">
        {/* Without the session the guard would keep it from the browser, and Next's own link sends none. */}
        <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" />
        {children}
      </body>
    </html>
  );
}
