/** The pages of the library. */
export const LIBRARY_PAGES = [
  { href: "/library/plans", name: "Plans" },
  { href: "/library/reviews", name: "Reviews" },
  { href: "/library/tools", name: "Tools" },
  { href: "/library/agents", name: "Agents" },
  { href: "/library/examples", name: "Examples" },
] as const;
