import type { Metadata } from "next";
import { NotificationSettings } from "@/components/settings/notifications/notification-settings";
import { channelForm } from "@/lib/core/inputs/notifications";
import { KEY_PREFIX, ROLE_PREFIX } from "@/lib/core/run/gates/rules";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage() {
  const { services, actor } = await consoleCall();
  const [channels, deliveries, keys, choices] = await Promise.all([
    services.notifications.list({ actor, input: {} }),
    services.notifications.deliveries({ actor, input: {} }),
    services.keys.list({ actor, input: {} }),
    services.notifications.choices({ actor, input: {} }),
  ]);
  const working = keys.items.filter(({ status }) => status === "working");
  return (
    <NotificationSettings
      nodes={channelForm}
      channels={channels.items}
      deliveries={deliveries.items}
      owners={[
        { id: actor.id, name: actor.name },
        ...working.map(({ keyId, name }) => ({ id: `${KEY_PREFIX}${keyId}`, name: `Key ${name}` })),
        ...keys.roles.map(({ name }) => ({ id: `${ROLE_PREFIX}${name}`, name: `Role ${name}` })),
      ]}
      chosen={choices.events}
    />
  );
}
