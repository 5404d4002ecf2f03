"use server";

import { refresh } from "next/cache";
import type { LessonActions } from "@/components/lessons/types";
import { type ActionResult, toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../call";

export const proposeLesson: LessonActions["propose"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  return outcomeOf(await toActionResult(log, services.lessons.propose({ actor, input })));
};

export const acceptLesson: LessonActions["accept"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  return outcomeOf(await toActionResult(log, services.lessons.accept({ actor, input })));
};

export const editLesson: LessonActions["edit"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  return outcomeOf(await toActionResult(log, services.lessons.edit({ actor, input })));
};

export const revokeLesson: LessonActions["revoke"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  return outcomeOf(await toActionResult(log, services.lessons.revoke({ actor, input })));
};

function outcomeOf<T>(done: ActionResult<T>) {
  refresh();
  return done.ok ? { value: done.value } : { problem: done.problem };
}
