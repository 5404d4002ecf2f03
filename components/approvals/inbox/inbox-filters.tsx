"use client";

import { APPROVAL_KINDS } from "@/lib/core/run/events/people";
import { Field, Select, TextInput } from "../../ui/field";
import { useUrlParam } from "../../ui/use-url-param";
import { KIND_LABELS } from "../words";
import { kindOf } from "./filters";

/** Which gates the lists show: of one kind, or with a word in question or mission. Kept in the address. */
export function InboxFilters() {
  const [kind, setKind] = useUrlParam("kind");
  const [text, setText] = useUrlParam("q");
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex">
      <Field label="Kind" className="sm:w-44">
        {(wiring) => (
          <Select {...wiring} value={kindOf(kind) ?? ""} onChange={(event) => setKind(event.target.value)}>
            <option value="">Every kind</option>
            {APPROVAL_KINDS.map((one) => (
              <option key={one} value={one}>
                {KIND_LABELS[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Search" className="sm:w-64">
        {(wiring) => (
          <TextInput
            {...wiring}
            type="search"
            placeholder="Question or mission"
            value={text ?? ""}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}
