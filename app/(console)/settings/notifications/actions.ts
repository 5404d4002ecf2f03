"use server";

import { refresh } from "next/cache";
import type { NotificationActions } from "@/components/settings/notifications/types";
import { toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const saveChannel: NotificationActions["save"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  const saved = await toActionResult(log, services.notifications.save({ actor, input }));
  if (!saved.ok) return { problem: saved.problem };
  refresh();
  return saved.value.secret === undefined ? {} : { secret: saved.value.secret };
};

export const removeChannel: NotificationActions["remove"] = async (channelId) => {
  const { services, actor, log } = await consoleCall();
  const removed = await toActionResult(log, services.notifications.remove({ actor, input: { channelId } }));
  refresh();
  return removed.ok ? {} : { problem: removed.problem };
};

export const testChannel: NotificationActions["test"] = async (channelId) => {
  const { services, actor, log } = await consoleCall();
  const tested = await toActionResult(log, services.notifications.test({ actor, input: { channelId } }));
  return tested.ok ? { outcome: tested.value } : { problem: tested.problem };
};

export const sendAgain: NotificationActions["sendAgain"] = async (deliveryId) => {
  const { services, actor, log } = await consoleCall();
  const sent = await toActionResult(log, services.notifications.sendAgain({ actor, input: { deliveryId } }));
  return sent.ok ? {} : { problem: sent.problem };
};

export const chooseEvents: NotificationActions["choose"] = async (events) => {
  const { services, actor, log } = await consoleCall();
  const chosen = await toActionResult(log, services.notifications.choose({ actor, input: { events } }));
  refresh();
  return chosen.ok ? {} : { problem: chosen.problem };
};
