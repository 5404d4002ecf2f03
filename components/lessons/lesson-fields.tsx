import { MAX_LESSON_CHARS, MAX_LESSON_TAG_CHARS, MAX_LESSON_TAGS } from "@/lib/core/inputs/limits";
import { readTags } from "../ui/behavior/read-tags";
import { Field, TextArea, TextInput } from "../ui/field";

/** A lesson as it is typed; tags are separated by commas. */
type LessonDraft = { text: string; tags: string };

type LessonFieldsProps = {
  fields: LessonDraft;
  onChange(fields: LessonDraft): void;
  error: string | undefined;
};

/** What a lesson says, and the tags by which runs find it. What is too long stays, with a word on it. */
export function LessonFields({ fields, onChange, error }: LessonFieldsProps) {
  const left = MAX_LESSON_CHARS - fields.text.trim().length;
  return (
    <>
      <Field
        label="Lesson"
        help={
          left >= 0
            ? `At most ${MAX_LESSON_CHARS} characters; ${left} left.`
            : `At most ${MAX_LESSON_CHARS} characters; ${-left} too many.`
        }
        error={error}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={4}
            value={fields.text}
            placeholder="Measure the accuracy before anything is deployed to staging."
            onChange={({ target }) => onChange({ ...fields, text: target.value })}
          />
        )}
      </Field>
      <Field label="Tags" help="Separated by commas. Runs with one of these tags also find the lesson.">
        {(wiring) => (
          <TextInput
            {...wiring}
            value={fields.tags}
            onChange={({ target }) => onChange({ ...fields, tags: target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** What is typed as the service wants it, and what is wrong with it. */
export function readLessonFields({ text, tags }: LessonDraft): {
  input: { text: string; tags: string[] };
  error?: string;
} {
  const input = { text: text.trim(), tags: readTags(tags) };
  const error = problemOf(input);
  return error === undefined ? { input } : { input, error };
}

function problemOf({ text, tags }: { text: string; tags: string[] }): string | undefined {
  if (text.length < 3) return "Enter the lesson in a sentence.";
  if (text.length > MAX_LESSON_CHARS) return `Shorten the lesson to ${MAX_LESSON_CHARS} characters.`;
  if (tags.length > MAX_LESSON_TAGS) return `Enter at most ${MAX_LESSON_TAGS} tags.`;
  if (tags.some((tag) => tag.length > MAX_LESSON_TAG_CHARS))
    return `Shorten each tag to ${MAX_LESSON_TAG_CHARS} characters.`;
  return;
}
