import { globSync, readFileSync } from "node:fs";

/** The addresses of all pages of the console, as the folder of the app has them, but for those that only lead on. */
export const PAGES = globSync("app/(console)/**/page.tsx")
  .filter((file) => readFileSync(file, "utf8").includes("/>"))
  .map((file) => file.replace(/^app|\/\(\w+\)/g, "").replace(/\/page\.tsx$/, "") || "/")
  .filter((path) => !path.includes("[..."));

/** Those that are about no one thing. */
export const GENERAL_PAGES = PAGES.filter((path) => !path.includes("["));
