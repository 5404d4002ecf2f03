import { LESSON_STATUSES, type LessonStatus } from "@/lib/core/lessons/words";

/** Which lessons are shown; all of it is in the page's address. */
export type LessonsView = { status: LessonStatus | undefined; cursor: string | undefined };

type Params = Record<string, string | string[] | undefined>;

/** The view that an address asks for; what it does not understand is passed over. */
export function viewOf({ status, cursor }: Params): LessonsView {
  return {
    status: LESSON_STATUSES.find((one) => one === status),
    cursor: typeof cursor === "string" && cursor !== "" ? cursor : undefined,
  };
}

export function addressOf({ status, cursor }: LessonsView): string {
  const query = new URLSearchParams({ ...(status && { status }), ...(cursor && { cursor }) }).toString();
  return query === "" ? "/lessons" : `/lessons?${query}`;
}

/** The same as the service wants it. */
export const filterOf = ({ status, cursor }: LessonsView) => ({
  ...(status && { status }),
  ...(cursor !== undefined && { cursor }),
});

/** The parameter that names the lesson in the drawer. */
export const LESSON_PARAM = "lesson";
