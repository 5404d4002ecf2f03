"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { MAX_REPLAY_FILE_CHARS, MAX_TRAJECTORIES } from "@/lib/core/inputs/limits";
import { useFileDrop } from "../ui/behavior/use-file-drop";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { FileButton } from "../ui/file-button";
import { IconButton } from "../ui/icon-button";
import { ButtonLink } from "../ui/links/button-link";
import { Problem } from "../ui/problem";
import { ADDED_NONE, added, type Chosen, keyOfAttempt } from "./chosen";
import { RunAttempts } from "./run-attempts";
import { useModelReplay } from "./use-model-replay";
import { VariantFields } from "./variant-fields";
import type { ReplayModels } from "./variants";

/** A model replay of attempts of any runs, and of files. */
export function NewModelReplay({ models }: { models: ReplayModels }) {
  const [{ chosen, note }, setChosen] = useState(ADDED_NONE);
  const add = (more: readonly Chosen[]) => setChosen((now) => added(now.chosen, more));
  const remove = (keys: readonly string[]) =>
    setChosen((now) => ({ chosen: now.chosen.filter(({ key }) => !keys.includes(key)), note: undefined }));
  const { fields, submit, pending, problem, isTried } = useModelReplay(models, () =>
    chosen.length === 0 ? undefined : chosen.map(({ recording }) => recording),
  );
  const keys = new Set(chosen.map(({ key }) => key));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
      className="grid items-start gap-4 lg:grid-cols-2"
    >
      <div className="grid gap-4">
        <Card title="Attempts of runs">
          <RunAttempts
            chosen={keys}
            isFull={chosen.length >= MAX_TRAJECTORIES}
            onAdd={add}
            onRemove={(attempts) => remove(attempts.map(keyOfAttempt))}
          />
        </Card>
        <FilesCard onAdd={add} />
      </div>
      <div className="grid gap-4">
        <Card title="Selected" aside={`${chosen.length} of ${MAX_TRAJECTORIES}`}>
          <ChosenList chosen={chosen} onRemove={(key) => remove([key])} />
          <p role="status" className="mt-2 text-amber text-xs empty:sr-only">
            {note}
          </p>
        </Card>
        <Card title="Models and prompts">
          <div className="grid gap-4">
            <VariantFields {...fields} models={models} />
            <Problem
              problem={
                isTried && chosen.length === 0
                  ? { message: "Select an attempt or add a file.", issues: [] }
                  : problem
              }
            />
            <div className="flex flex-wrap justify-end gap-2">
              <ButtonLink href="/replays">Cancel</ButtonLink>
              <Button type="submit" variant="main" disabled={pending}>
                {pending ? "Starting…" : "Ask models"}
              </Button>
            </div>
          </div>
        </Card>
      </div>
    </form>
  );
}

type ChosenListProps = { chosen: readonly Chosen[]; onRemove(key: string): void };

/** The trajectories that are put to models, each with a way to leave it out. */
function ChosenList({ chosen, onRemove }: ChosenListProps) {
  if (chosen.length === 0)
    return <p className="text-muted">Nothing yet. Open a run and select attempts, or add exported files.</p>;
  return (
    <ol aria-label="Selected trajectories" className="-mx-4 -my-3 max-h-80 overflow-auto">
      {chosen.map(({ key, title, from }) => (
        <li key={key} className="flex items-center gap-2 border-line border-b py-1 pr-2 pl-4 last:border-b-0">
          <span className="grid min-w-0 grow">
            <span className="wrap-anywhere line-clamp-2">{title}</span>
            <span className="truncate text-muted text-xs">{from}</span>
          </span>
          <IconButton label={`Remove ${title}`} onClick={() => onRemove(key)}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </li>
      ))}
    </ol>
  );
}

/** Files that were exported: replays of either kind, or trajectories. */
function FilesCard({ onAdd }: { onAdd(chosen: readonly Chosen[]): void }) {
  const [problems, setProblems] = useState<string[]>([]);
  const take = async (files: File[]) => {
    // Few bring files: what reads them comes with the first.
    const { recordingsIn } = await import("./read-recordings");
    const found: string[] = [];
    for (const file of files) {
      if (file.size > MAX_REPLAY_FILE_CHARS) {
        found.push(`“${file.name}” is too large. Choose a file below 2 MB.`);
        continue;
      }
      const read = recordingsIn(await file.text(), file.name);
      if ("problem" in read) found.push(read.problem);
      else onAdd(read.chosen);
    }
    setProblems(found);
  };
  const { dropProps, outline } = useFileDrop((files) => void take([...files]));
  return (
    <Card title="Files">
      <div {...dropProps} className={`grid gap-2 rounded-lg ${outline}`}>
        <p className="text-muted">
          Exported replays or trajectories, as JSON. Drop them here, or choose them.
        </p>
        <div>
          <FileButton
            label="Files of trajectories"
            accept=".json"
            multiple
            onFiles={(files) => void take(files)}
          >
            Choose files
          </FileButton>
        </div>
        <div role="alert" className="grid gap-1 text-bad text-xs empty:sr-only">
          {problems.map((text) => (
            <p key={text} className="wrap-anywhere">
              <span aria-hidden="true">✕ </span>
              {text}
            </p>
          ))}
        </div>
      </div>
    </Card>
  );
}
