import { type LispErrorCode, LispFault } from "../errors";
import type { Form } from "../read/forms";

/** Throws at a form, `analysis_error` unless it is another fault. */
export function failForm(form: Form, message: string, code: LispErrorCode = "analysis_error"): never {
  throw new LispFault({ code, message, at: form.at });
}
