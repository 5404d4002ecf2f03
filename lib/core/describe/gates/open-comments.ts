/** `2 comments open`; empty for none. */
export const formatOpenComments = (count: number): string =>
  count === 0 ? "" : `${count} ${count === 1 ? "comment" : "comments"} open`;
