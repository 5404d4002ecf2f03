"use client";

import { useState } from "react";
import { call } from "@/lib/client/call";
import { type Send, useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { MAX_VIEW_NAME_CHARS } from "@/lib/core/inputs/limits";
import type { SavedView } from "@/lib/core/views";
import { Field, TextInput } from "../ui/field";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";

/** What is done to a saved view: one is made of the filters that are set, renamed or removed. */
export type ViewAct =
  | { kind: "save"; query: string }
  | { kind: "rename"; view: SavedView }
  | { kind: "remove"; view: SavedView };

type ViewDialogProps = { act: ViewAct; names: readonly SavedView[]; onClose(): void };

const WORDS = {
  save: { title: "Save view", button: "Save view" },
  rename: { title: "Rename view", button: "Rename view" },
  remove: { title: "Remove this view?", button: "Remove view" },
} as const;

/** Asks for the name of a view, or whether it is to go. */
export function ViewDialog({ act, names, onClose }: ViewDialogProps) {
  const [name, setName] = useState(act.kind === "save" ? "" : act.view.name);
  const { pending, problem, act: send } = useAct({ send: sendViewAct, invalidates: [queryKeys.views] });
  const { title, button } = WORDS[act.kind];
  const submit = async () => {
    if (await send({ act, name })) onClose();
  };
  const replaces = act.kind === "save" && names.some((view) => view.name === name.trim());
  return (
    <Dialog title={title} open onOpenChange={(open) => open || onClose()}>
      <DialogForm
        onSend={submit}
        action={pending ? "Saving…" : button}
        isBusy={pending !== undefined}
        problem={problem}
        className="grid gap-3"
      >
        {act.kind === "remove" ? (
          <p className="wrap-anywhere">“{act.view.name}” is removed from your list. Its runs stay.</p>
        ) : (
          <Field label="Name" help={replaces ? "Replaces your view of this name." : "Only you see it."}>
            {(wiring) => (
              <TextInput
                {...wiring}
                autoFocus
                required
                maxLength={MAX_VIEW_NAME_CHARS}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** Saves, renames or removes a view. */
export const sendViewAct: Send<{ act: ViewAct; name: string }, unknown> = ({ act, name }, key) => {
  if (act.kind === "save") return call("POST /api/v1/views", { name, query: act.query }, { key });
  const id = act.view.viewId;
  if (act.kind === "remove") return call("POST /api/v1/views/{id}/remove", { id }, { key });
  return call("POST /api/v1/views/{id}/rename", { id, name }, { key });
};
