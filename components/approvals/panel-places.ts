/** Places of the parts of a panel, for containers of several heights. */

/**
 * For the buttons at the end of a panel. A container with a padding of its own says by how much they may stand in it, and
 * what they stand on; where other parts stop sticking on a phone, these stay.
 */
export const STAYS_IN_SIGHT = "[position:sticky] bottom-(--panel-foot,0px)";

/** For the head of a panel, with its question and its deadline, in containers that say where it may stand. */
export const HEAD_STAYS_IN_SIGHT =
  "[position:sticky] top-(--panel-head,auto) z-1 pr-(--panel-corner,1rem) bg-inherit shadow-[0_1px_0_var(--line)]";

/** What makes room in a dock that is hardly higher than its question and its answers; what gets the focus shows again. */
export const IN_SMALL_DOCK = {
  left: "[@container_(height<15rem)]:hidden",
  untilFocused: "[@container_(height<20rem)]:not-focus-within:sr-only",
  /** The title in full, below it, where it is cut after two lines. */
  whole: "hidden [@container_(height<18rem)]:block",
  twoLines: "[@container_(height<18rem)]:line-clamp-2",
  /** Says that there is nothing, where what is asked would get no line. */
  nothing: "[@container_(height<18rem)]:hidden",
  /** Where the answers take what its question would: the question moves up to its title, which gets shorter. */
  question: "hidden [@container_(height<19rem)]:block",
  oneLine: "[@container_(height<19rem)]:line-clamp-1",
  tight: "[@container_(height<19rem)]:py-2",
} as const;

/** Of several panels below each other: the buttons of one that has only begun to show would cover its question. */
export const STAYS_AT_ITS_END = "[--panel-foot:auto]";
