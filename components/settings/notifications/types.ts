/** Whom a channel can belong to, by the id that gates ask them by. */
export type ChannelOwner = { id: string; name: string };
