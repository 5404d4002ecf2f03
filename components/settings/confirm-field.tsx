import { Field, TextInput } from "../ui/field";

type ConfirmFieldProps = {
  /** What has to be typed. */
  words: string;
  value: string;
  onValue(value: string): void;
  /** It has been sent without the words. */
  tried: boolean;
};

/** Asks for words that nobody types by mistake, before something is removed for good. */
export function ConfirmField({ words, value, onValue, tried }: ConfirmFieldProps) {
  return (
    <Field
      label={`Type “${words}” to confirm`}
      error={tried && value !== words ? "Type it exactly as shown above." : undefined}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onValue(target.value)}
        />
      )}
    </Field>
  );
}
