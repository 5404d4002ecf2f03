"use client";

import { useState } from "react";
import { keep, readKept } from "./behavior/use-kept";
import { Button } from "./button";

type OlderEditsProps = {
  /** Under what the tab keeps the edit of a version. */
  keptAs(version: number): string;
  /** Those whose edits are to be told of. */
  versions: readonly number[];
  onContinue(version: number): void;
};

/** What was typed over versions that are not shown, as one of them is newer: the way back to it, or its end. */
export function OlderEdits({ keptAs, versions, onContinue }: OlderEditsProps) {
  const [, setDiscarded] = useState<number>();
  return versions
    .filter((version) => readKept(keptAs(version)) !== undefined)
    .map((version) => (
      <div key={version} className="flex flex-wrap items-center gap-2">
        <p className="text-amber">
          <span aria-hidden="true">▲ </span>You have unsaved changes to version {version}.
        </p>
        <Button size="small" onClick={() => onContinue(version)}>
          Continue with version {version}
        </Button>
        <Button
          size="small"
          aria-label={`Discard the changes to version ${version}`}
          onClick={() => {
            keep(keptAs(version), undefined);
            setDiscarded(version);
          }}
        >
          Discard
        </Button>
      </div>
    ));
}

/** Beside an edit that began with an older version than the one that it will follow. */
export function StartsFrom({ version, newest }: { version: number; newest: number }) {
  if (version === newest) return null;
  return (
    <p className="text-amber">
      <span aria-hidden="true">▲ </span>You start from version {version}. What version {newest} changed is not
      in it.
    </p>
  );
}
