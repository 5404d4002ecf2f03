import { raise } from "../errors";
import { printPlain } from "../print";
import type { Form } from "../read/forms";
import { ReturnSignal } from "../run";
import { type AnalyseList, partsOf } from "./list-forms";

/** `(return value)`: the program ends with this value, wherever it is. */
export const analyseReturn: AnalyseList = (form, scope) => {
  const value = scope.analyse(partsOf(form, 1, 1, "(return value)")[0] as Form);
  return (frame) => {
    throw new ReturnSignal(value(frame));
  };
};

/** `(fail "why")`: the program fails with the code `failed` and this text. */
export const analyseFail: AnalyseList = (form, scope) => {
  const why = scope.analyse(partsOf(form, 1, 1, '(fail "why")')[0] as Form);
  return (frame) => {
    const { run } = frame;
    const text = why(frame);
    return run.atOffset(form.at, () => raise("failed", printPlain(text, run)));
  };
};
