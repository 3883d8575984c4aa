import { jsonrepair } from 'jsonrepair'

/**
 * The JSON that an author meant: with trailing commas, raw line breaks in texts, single quotes, NaN, comments or unquoted
 * names. What does not end as an object or a list is not repaired: it may have been cut off. @throws for any other text.
 */
export const repairedJson = (text: string): string => {
  const last = text.trimEnd().at(-1)
  if (last !== '}' && last !== ']') throw new SyntaxError('The text does not end as an object or a list.')
  return jsonrepair(text)
}
