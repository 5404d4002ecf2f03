"use client";

import { DrawnAt } from "@/lib/client/use-now";
import { CAPABILITIES } from "@/lib/core/capabilities";
import type { DrillSettings } from "@/lib/core/drills/view";
import {
  type ChannelAddress,
  CONSOLE_EVENTS,
  DELIVERY_STATUSES,
  DIGESTS,
  NOTIFICATION_EVENTS,
} from "@/lib/core/notifications";
import { apiKeyView } from "@/lib/testing/views/settings/api-key-view";
import { channelView, deliveryView } from "@/lib/testing/views/settings/channel-view";
import { DrillPace } from "../../settings/drills/drill-pace";
import { DrillSettingsScreen } from "../../settings/drills/drill-settings";
import { SendDrill } from "../../settings/drills/send-drill";
import { ChannelCard } from "../../settings/notifications/channel-card";
import { ChannelForm } from "../../settings/notifications/channel-form";
import { ConsoleNotices } from "../../settings/notifications/console-notices";
import { EventFields } from "../../settings/notifications/event-fields";
import { MessageList } from "../../settings/notifications/message-list";
import { NotificationSettings } from "../../settings/notifications/notification-settings";
import { KeyTable, PastKeys } from "../../settings/people/key-table";
import { NewKey } from "../../settings/people/new-key";
import { PeopleScreen } from "../../settings/people/people-screen";
import { ShownSecret } from "../../settings/shown-secret";
import { Card } from "../../ui/card";
import {
  ActStates,
  Answered,
  Fetched,
  InPlace,
  LONG_TEXT,
  nothing,
  refused,
  Specimen,
  State,
} from "../specimen";

/** Who may do what, who hears of what, and who is tried. */
export function People() {
  return (
    <>
      <Specimen name="PeopleScreen" states="keys and roles, past keys alone, none yet">
        {() => (
          <Fetched queries={[]}>
            <State name="keys and roles">
              <PeopleScreen
                person="Local operator"
                keys={[...KEYS, ...PAST]}
                roles={ROLES}
                actions={KEY_ACTIONS}
              />
            </State>
            <State name="past keys alone">
              <PeopleScreen person="Local operator" keys={PAST} roles={[]} actions={KEY_ACTIONS} />
            </State>
            <State name="none yet">
              <PeopleScreen person={LONG_TEXT} keys={[]} roles={[]} actions={KEY_ACTIONS} />
            </State>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="KeyTable" states="each right, used and not, ending and not, long text">
        {() => (
          <Fetched queries={[]}>
            <div className="overflow-x-auto rounded-lg border border-line bg-panel p-3">
              <KeyTable keys={KEYS} revoke={refused} />
            </div>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="PastKeys" states="ended, revoked">
        {() => <PastKeys keys={PAST} />}
      </Specimen>
      <Specimen name="NewKey" states="as it opens, while it is made, refused, made">
        {() => (
          <InPlace>
            <NewKey create={refused} onClose={nothing} />
            <ActStates>{() => <NewKey create={refused} onClose={nothing} />}</ActStates>
            <State name="made">
              <Answered reply={{ secret: SECRET.secret }}>
                <NewKey create={refused} onClose={nothing} />
              </Answered>
            </State>
          </InPlace>
        )}
      </Specimen>
      <Specimen name="ShownSecret" states="a key, a secret that is about to be lost">
        {() => (
          <>
            <ShownSecret name="key" warning={undefined} {...SECRET}>
              Send it with each request to the API.
            </ShownSecret>
            <ShownSecret name="secret" warning="you can then only make a new one." {...SECRET}>
              {LONG_TEXT}
            </ShownSecret>
          </>
        )}
      </Specimen>
      <Specimen name="NotificationSettings" states="none yet">
        {() => (
          <Fetched queries={[]}>
            <NotificationSettings
              channels={[]}
              deliveries={[]}
              owners={[]}
              chosen={[]}
              actions={CHANNEL_ACTIONS}
            />
          </Fetched>
        )}
      </Specimen>
      <Specimen
        name="ChannelCard"
        states="each kind, each end of its last message, each digest, off, somebody's, long text"
      >
        {() => (
          <Fetched queries={[]}>
            <Card title="Channels">
              <ul className="divide-y divide-line">
                {CHANNELS.map((channel) => (
                  <ChannelCard
                    key={channel.id}
                    channel={channel}
                    owner={channel.owner}
                    last={channel.last}
                    actions={CHANNEL_ACTIONS}
                    onChange={nothing}
                  />
                ))}
              </ul>
            </Card>
            <ActStates input="chn_1">{() => <TestedChannel />}</ActStates>
            {[{ ok: true }, { ok: false, problem: "The server answered 410." }].map((outcome) => (
              <State key={String(outcome.ok)} name={outcome.ok ? "delivered" : "not delivered"}>
                <Answered reply={{ outcome }}>
                  <TestedChannel />
                </Answered>
              </State>
            ))}
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ChannelForm" states="new, each kind, while it saves, refused, with its new secret">
        {() => (
          <InPlace>
            {[
              undefined,
              ...ADDRESSES.map((address) => channelView({ address, hasPassword: true, owner: "gone" })),
            ].map((channel) => (
              <ChannelForm
                key={channel?.address.kind ?? "new"}
                channel={channel}
                owners={[{ id: "role:legal", name: "Role legal" }]}
                save={refused}
                onClose={nothing}
              />
            ))}
            <ActStates>
              {() => <ChannelForm channel={undefined} owners={[]} save={refused} onClose={nothing} />}
            </ActStates>
            <State name="made">
              <Answered reply={{ secret: SECRET.secret }}>
                <ChannelForm channel={undefined} owners={[]} save={refused} onClose={nothing} />
              </Answered>
            </State>
          </InPlace>
        )}
      </Specimen>
      <Specimen name="MessageList" states="each status, tried again and about to be, long text; none">
        {() => (
          <Fetched queries={[]}>
            <DrawnAt value={AT}>
              <MessageList messages={MESSAGES} names={NAMES} sendAgain={refused} onSent={nothing} />
            </DrawnAt>
            <MessageList messages={[]} names={NAMES} sendAgain={refused} onSent={nothing} />
            <ActStates>
              {() => (
                <MessageList
                  messages={[deliveryView({ id: "failed", status: "failed" })]}
                  names={NAMES}
                  sendAgain={refused}
                  onSent={nothing}
                />
              )}
            </ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ConsoleNotices" states="some chosen">
        {() => (
          <Fetched queries={[]}>
            <ConsoleNotices chosen={CONSOLE_EVENTS.slice(0, 1)} choose={refused} />
            <ActStates>
              {() => <ConsoleNotices chosen={CONSOLE_EVENTS.slice(0, 1)} choose={refused} />}
            </ActStates>
            <State name="saved">
              <Answered reply={{}}>
                <ConsoleNotices chosen={[]} choose={refused} />
              </Answered>
            </State>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="EventFields" states="all events, one chosen">
        {() => (
          <EventFields events={NOTIFICATION_EVENTS} chosen={new Set(["run.failed"])} onChange={nothing} />
        )}
      </Specimen>
      <Specimen name="DrillSettingsScreen" states="on, off, for one who reviews, for one who looks">
        {() => (
          <Fetched queries={[]}>
            {DRILLS.map(([name, settings, may]) => (
              <State key={name} name={name}>
                <DrillSettingsScreen settings={settings} may={may} actions={DRILL_ACTIONS} />
              </State>
            ))}
          </Fetched>
        )}
      </Specimen>
      <Specimen name="DrillPace" states="on, refused">
        {() => (
          <Fetched queries={[]}>
            <DrillPace settings={{ enabled: true, perWeek: 2 }} change={refused} />
            <DrillPace settings={{ enabled: false, perWeek: 99 }} change={refused} />
            <ActStates>
              {() => <DrillPace settings={{ enabled: true, perWeek: 2 }} change={refused} />}
            </ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="SendDrill" states="several people">
        {() => (
          <Fetched queries={[]}>
            <SendDrill reviewers={REVIEWERS} send={refused} />
            <ActStates>{() => <SendDrill reviewers={REVIEWERS} send={refused} />}</ActStates>
          </Fetched>
        )}
      </Specimen>
    </>
  );
}

const KEY_ACTIONS = { create: refused, revoke: refused };
const BY = { kind: "person" as const, id: "local", name: "Local operator" };
const KEYS = [
  apiKeyView("view"),
  apiKeyView("all", {
    capabilities: [...CAPABILITIES],
    roles: ["lead", "auditor"],
    lastUsedAt: 0,
    endsAt: 86_400_000,
  }),
  apiKeyView("long", { name: LONG_TEXT, roles: [LONG_TEXT], madeByKey: "all" }),
];
const PAST = [
  apiKeyView("ended", { status: "ended", endsAt: 1_000 }),
  apiKeyView("revoked", { status: "revoked", revokedAt: 86_400_000, revokedBy: BY, name: LONG_TEXT }),
];
const ROLES = [
  { name: "lead", keys: ["Key all"], openGates: 2 },
  { name: LONG_TEXT, keys: [], openGates: 1 },
];
const SECRET = { secret: `wmk_${"0123456789abcdef".repeat(4)}`, onCopied: nothing, onDone: nothing };

const CHANNEL_ACTIONS = {
  ...{ save: refused, remove: refused, test: refused, sendAgain: refused, choose: refused },
};
const ADDRESSES: readonly ChannelAddress[] = [
  { kind: "webhook", url: `https://ops.example/${"hook/".repeat(20)}` },
  { kind: "slack", host: "hooks.slack.com" },
  {
    ...{ kind: "email", host: "mail.example", port: 587, security: "starttls", user: "waymark" },
    ...{ from: "waymark@example.test", to: ["ops@example.test", "lead@example.test"] },
  },
];
const AT = 480_000;
const MESSAGES = [
  ...DELIVERY_STATUSES.map((status) => deliveryView({ id: status, status })),
  deliveryView({ id: "again", status: "pending", attempts: 2, nextAttemptAtMs: AT + 240_000 }),
  deliveryView({ id: "about_to", status: "pending", attempts: 3, nextAttemptAtMs: AT }),
  deliveryView({ id: "long", status: "failed", attempts: 6, text: LONG_TEXT, problem: LONG_TEXT }),
  deliveryView({ id: "nowhere", runId: null, approvalId: null }),
];
const NAMES = new Map([["chn_1", "Ops"]]);
const CHANNELS = [
  ...ADDRESSES.map((address) => channelView({ id: address.kind, name: `By ${address.kind}`, address })),
  ...MESSAGES.map((last) => channelView({ id: last.id, name: `Last: ${last.id}`, last })),
  ...DIGESTS.map((digest) =>
    channelView({ id: digest, name: `Digest: ${digest}`, digest, owner: "Role legal" }),
  ),
  channelView({ id: "switched_off", name: LONG_TEXT, enabled: false, events: [...NOTIFICATION_EVENTS] }),
];

const TestedChannel = () => (
  <ul>
    <ChannelCard
      channel={channelView({ name: "Ops" })}
      owner={null}
      last={null}
      actions={CHANNEL_ACTIONS}
      onChange={nothing}
    />
  </ul>
);

const DRILL_ACTIONS = { change: refused, join: refused, send: refused };
const REVIEWERS = [
  { id: "ada", name: "Ada", since: 0 },
  { id: "ben", name: LONG_TEXT, since: 0 },
];
const ON: DrillSettings = { enabled: true, perWeek: 2, joined: true, reviewers: REVIEWERS };
const OFF: DrillSettings = { enabled: false, perWeek: 0, joined: false, reviewers: [] };
const DRILLS: readonly [name: string, settings: DrillSettings, may: { review: boolean; admin: boolean }][] = [
  ["on", ON, { review: true, admin: true }],
  ["off", OFF, { review: true, admin: true }],
  ["for one who reviews", ON, { review: true, admin: false }],
  ["for one who looks", OFF, { review: false, admin: false }],
];
