"use client";

import { useState } from "react";
import { type FieldsDraft, fieldsOf, NO_FIELDS, readFields } from "../../policies/policy-draft";
import { PolicyFields } from "../../policies/policy-fields";
import type { ToolInfo } from "../../policies/types";
import { Switch } from "../../ui/choices";
import { type SettingsGroupProps, withSetting } from "./chosen-settings";
import { SettingsGroup } from "./settings-group";

/** Which tools this run may use, beside what the workspace says. */
export function PolicySettings({
  chosen,
  onChoose,
  tools,
}: SettingsGroupProps & { tools: readonly ToolInfo[] }) {
  const { toolPolicy } = chosen;
  const [fields, setFields] = useState(toolPolicy ? fieldsOf(toolPolicy, tools) : NO_FIELDS);
  const write = (next: FieldsDraft) => {
    setFields(next);
    onChoose(withSetting(chosen, "toolPolicy", readFields(next, tools).policy));
  };
  const onSwitch = (on: boolean) =>
    onChoose(withSetting(chosen, "toolPolicy", on ? readFields(fields, tools).policy : undefined));
  return (
    <SettingsGroup title="Tools">
      <Switch
        checked={toolPolicy !== undefined}
        onChange={onSwitch}
        help="Denies tools for this run or asks you before certain calls. Workspace policies also apply."
      >
        Tool policy for this run
      </Switch>
      {toolPolicy !== undefined && (
        <PolicyFields
          fields={fields}
          tools={tools}
          issues={readFields(fields, tools).issues}
          onChange={write}
        />
      )}
    </SettingsGroup>
  );
}
