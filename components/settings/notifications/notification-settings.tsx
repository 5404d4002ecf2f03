"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ChannelNodes } from "@/lib/core/inputs/notifications";
import type { ChannelView, ConsoleEvent, DeliveryView } from "@/lib/core/notifications";
import { Card } from "../../ui/card";
import { EditableList } from "../editable-list";
import { ChannelCard } from "./channel-card";
import { ConsoleNotices } from "./console-notices";
import { MessageList } from "./message-list";
import { deliveriesQuery } from "./query";
import type { ChannelOwner } from "./types";

const ChannelForm = dynamic(() => import("./channel-form").then((room) => room.ChannelForm), { ssr: false });

type NotificationSettingsProps = {
  /** The fields of a channel. */
  nodes: ChannelNodes;
  channels: readonly ChannelView[];
  deliveries: readonly DeliveryView[];
  owners: readonly ChannelOwner[];
  /** What the console tells the one who looks. */
  chosen: readonly ConsoleEvent[];
};

/** Who hears that a gate waits or how a run ended without looking at the console, and what was sent. */
export function NotificationSettings(props: NotificationSettingsProps) {
  const { nodes, channels, deliveries, owners, chosen } = props;
  const [edited, setEdited] = useState<ChannelView | "new">();
  const { data, refetch } = useQuery({ ...deliveriesQuery, initialData: { items: [...deliveries] } });
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const messages = data.items.filter(({ channelId }) => names.has(channelId));
  const lastOf = ({ id, last }: ChannelView) => messages.find(({ channelId }) => channelId === id) ?? last;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <EditableList
        title="Channels"
        addLabel="Add channel"
        onAdd={() => setEdited("new")}
        empty={{
          title: "No channels yet",
          text: "A channel tells people outside Waymark that a gate waits for them or how a run ended: by webhook, in Slack or by e-mail, with a link straight to the gate.",
        }}
        items={channels.map((channel) => (
          <ChannelCard
            key={channel.id}
            channel={channel}
            owner={owners.find(({ id }) => id === channel.owner)?.name ?? channel.owner}
            last={lastOf(channel)}
            onTested={refetch}
            onChange={() => setEdited(channel)}
          />
        ))}
        form={
          edited && (
            <ChannelForm
              nodes={nodes}
              channel={edited === "new" ? undefined : edited}
              owners={owners}
              onClose={() => setEdited(undefined)}
            />
          )
        }
      />
      <div className="grid gap-4">
        <Card title="In the console">
          <ConsoleNotices chosen={chosen} />
        </Card>
        <Card title="Messages" aside="Last 30 days">
          <MessageList messages={messages} names={names} onSent={() => void refetch()} />
        </Card>
      </div>
    </div>
  );
}
