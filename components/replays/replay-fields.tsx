"use client";

import { readPath } from "@/lib/core/replay/diff-json";
import { Switch } from "../ui/choices";
import { CodeArea, Field } from "../ui/field";

/** Settings as they are typed: paths one a line. */
type TypedSettings = { verify: boolean; stopOnMismatch: boolean; ignore: string };
export const NO_SETTINGS: TypedSettings = { verify: true, stopOnMismatch: false, ignore: "" };

type ReplayFieldsProps = { typed: TypedSettings; onChange(typed: TypedSettings): void };

/** How the calls are compared. */
export function ReplayFields({ typed, onChange }: ReplayFieldsProps) {
  const { verify, stopOnMismatch, ignore } = typed;
  const error = pathProblem(typed);
  return (
    <>
      <Switch
        checked={verify}
        onChange={(next) => onChange({ ...typed, verify: next })}
        help="Off, the calls are made and nothing is compared."
      >
        Compare results
      </Switch>
      {verify && (
        <>
          <Switch
            checked={stopOnMismatch}
            onChange={(next) => onChange({ ...typed, stopOnMismatch: next })}
            help="Steps after the first one that differs are not replayed."
          >
            Stop at the first mismatch
          </Switch>
          <Field
            label="Ignored paths"
            help="One per line, such as items.*.updatedAt; everything below a path is ignored too."
            error={error}
          >
            {(wiring) => (
              <CodeArea
                {...wiring}
                rows={3}
                value={ignore}
                onChange={({ target }) => onChange({ ...typed, ignore: target.value })}
              />
            )}
          </Field>
        </>
      )}
    </>
  );
}

const pathsIn = ({ ignore }: TypedSettings): string[] =>
  ignore
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Which line is no path; undefined where all are. */
export function pathProblem(typed: TypedSettings): string | undefined {
  const wrong = pathsIn(typed).find((path) => readPath(path) === undefined);
  return wrong === undefined ? undefined : `“${wrong}” is not a path. Separate keys with dots.`;
}

export const settingsOf = (typed: TypedSettings) => ({
  verify: typed.verify,
  stopOnMismatch: typed.stopOnMismatch,
  ignore: pathsIn(typed),
});
