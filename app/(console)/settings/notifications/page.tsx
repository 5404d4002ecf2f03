import type { Metadata } from "next";
import { NotificationSettings } from "@/components/settings/notifications/notification-settings";
import { consoleCall } from "../../call";
import { removeChannel, saveChannel, sendAgain, testChannel } from "./actions";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage() {
  const { services, actor } = await consoleCall();
  const [channels, deliveries] = await Promise.all([
    services.notifications.list({ actor, input: {} }),
    services.notifications.deliveries({ actor, input: {} }),
  ]);
  const actions = { save: saveChannel, remove: removeChannel, test: testChannel, sendAgain };
  return <NotificationSettings channels={channels.items} deliveries={deliveries.items} actions={actions} />;
}
