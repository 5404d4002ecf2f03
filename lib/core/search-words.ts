/** Words of a text by which it is found: a long one says what it is about in its beginning. */
export const MAX_SEARCH_WORDS = 300;

/**
 * The words by which texts are found: in small letters, each once, of two characters at least and with a letter in
 * them. Compounds count by their parts.
 */
export function searchWords(text: string): string[] {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length > 1 && /\p{L}/u.test(word)))];
}
