import type { DecideLessonInput, EditLessonInput, ProposeLessonInput } from "@/lib/core/inputs/lessons";
import type { ProblemFacts } from "../ui/problem";

type Reply<T> = { value: T; problem?: never } | { problem: ProblemFacts; value?: never };

export type LessonActions = {
  propose(input: ProposeLessonInput): Promise<Reply<{ lessonId: string; merged: boolean }>>;
  accept(input: DecideLessonInput): Promise<Reply<object>>;
  edit(input: EditLessonInput): Promise<Reply<object>>;
  revoke(input: DecideLessonInput): Promise<Reply<object>>;
};
