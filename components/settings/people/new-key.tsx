"use client";

import { useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import { CAPABILITIES, type Capability } from "@/lib/core/capabilities";
import { MAX_KEY_NAME_CHARS } from "@/lib/core/inputs/limits";
import { usePageAct } from "../../ui/behavior/use-page-act";
import { Field, Select, TextInput } from "../../ui/field";
import { LiveInput } from "../../ui/live";
import { Dialog } from "../../ui/overlay/dialog";
import { DialogForm } from "../../ui/overlay/dialog-form";
import { ShownSecret } from "../shown-secret";
import { LIFETIMES, RIGHTS, rolesOf } from "./labels";

const FRESH = { name: "", capabilities: ["view"] as Capability[], roles: "", days: "90" };

/** Creates a key: first the form, then its secret, once. */
export function NewKey({ onClose }: { onClose(): void }) {
  const [draft, setDraft] = useState(FRESH);
  const [kept, setKept] = useState(false);
  const [warned, setWarned] = useState(false);
  const { problem, pending, reply, act } = usePageAct({ send: byRoute("POST /api/v1/keys") });
  const secret = reply?.secret;
  const submit = () => {
    const { name, capabilities, roles, days } = draft;
    const given = { name, capabilities, roles: rolesOf(roles), days: days === "" ? null : Number(days) };
    void act(given);
  };
  const close = () => {
    // Closed by a slip, the secret would be lost: the first try only says so.
    if (secret !== undefined && !kept && !warned) return setWarned(true);
    onClose();
  };
  return (
    <Dialog
      title={secret === undefined ? "New API key" : "Copy the new key"}
      description="The key is shown only once. Waymark stores no copy of it."
      size={secret === undefined ? "normal" : "wide"}
      open
      onOpenChange={(open) => open || close()}
    >
      {secret === undefined ? (
        <DialogForm
          onSend={submit}
          action={pending ? "Creating…" : "Create key"}
          isBusy={pending !== undefined}
          problem={problem}
        >
          <Fields draft={draft} onChange={setDraft} />
        </DialogForm>
      ) : (
        <ShownSecret
          name="key"
          secret={secret}
          warning={warned && !kept ? "you can then only revoke it." : undefined}
          onCopied={() => setKept(true)}
          onDone={close}
        >
          Send it with each request to the API:{" "}
          <code className="text-ink">{`Authorization: Bearer ${secret.slice(0, 10)}…`}</code>
        </ShownSecret>
      )}
    </Dialog>
  );
}

type FieldsProps = { draft: typeof FRESH; onChange(draft: typeof FRESH): void };

function Fields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <Field label="Name" help="Who it is for. Appears with everything it does.">
        {(wiring) => (
          <TextInput
            {...wiring}
            required
            value={draft.name}
            onChange={({ target }) => onChange({ ...draft, name: target.value })}
            autoComplete="off"
            maxLength={MAX_KEY_NAME_CHARS}
            placeholder="CI"
          />
        )}
      </Field>
      <Rights value={draft.capabilities} onChange={(capabilities) => onChange({ ...draft, capabilities })} />
      <Field
        label="Roles (optional)"
        help="Separated by commas. Gates assigned to one of them also ask this key."
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            value={draft.roles}
            onChange={({ target }) => onChange({ ...draft, roles: target.value })}
            autoComplete="off"
            placeholder="release-lead, auditor"
          />
        )}
      </Field>
      <Field label="Ends">
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.days}
            onChange={({ target }) => onChange({ ...draft, days: target.value })}
          >
            {LIFETIMES.map(({ days, label }) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

type RightsProps = { value: readonly Capability[]; onChange(value: Capability[]): void };

function Rights({ value, onChange }: RightsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Rights</legend>
      {CAPABILITIES.map((one) => (
        <label key={one} className="flex gap-2.5">
          <LiveInput
            type="checkbox"
            checked={value.includes(one)}
            disabled={one === "view"}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, one] : value.filter((other) => other !== one))
            }
            className="mt-1 size-4 shrink-0 accent-ink"
          />
          <span>
            <span className="font-medium">{RIGHTS[one].label}</span>
            <span className="block text-muted text-xs">{RIGHTS[one].help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
