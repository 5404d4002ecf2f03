"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { Moment } from "../runs/use-moment";
import { useRunKeys } from "../ui/behavior/run-keys";
import { Nothing } from "../ui/nothing";
import { type Followed, useFollowedSeq } from "./use-followed-seq";

const MomentText = dynamic(() => import("./moment-bar").then((room) => room.MomentText), {
  loading: Nothing,
});

type EventKeysProps = Followed & { moment: Moment | undefined };

/**
 * The keys that go through the events of a run, wherever on its page nobody types. Shows nothing; says aloud where a key
 * has led, unless the slider has the focus, which says so itself.
 */
export function EventKeys({ moment, ...followed }: EventKeysProps) {
  const { at, lastSeq } = followed;
  const [, , step] = useFollowedSeq(followed);
  const [ledTo, setLedTo] = useState<number>();
  const stepBy = (by: number) => (event: KeyboardEvent) => {
    const to = step(by);
    const isOnSlider = event.target instanceof HTMLInputElement;
    setLedTo(isOnSlider ? undefined : to);
  };
  useRunKeys({ previousEvent: stepBy(-1), nextEvent: stepBy(1) });
  return (
    <p role="status" className="sr-only">
      {ledTo === undefined ? null : at === undefined && ledTo >= lastSeq ? (
        `Now, after event ${ledTo}`
      ) : ledTo === at && moment?.seq === at ? (
        <>
          Event {at} of {lastSeq}: <MomentText moment={moment} />
        </>
      ) : null}
    </p>
  );
}
