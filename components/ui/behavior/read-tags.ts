/** Tags as they are typed, separated by commas: each once, without the spaces around it. */
export const readTags = (text: string): string[] => [
  ...new Set(text.split(",").flatMap((tag) => tag.trim() || [])),
];
