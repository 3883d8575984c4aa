/** Text without the given characters at its end. In linear time, which `/x+$/` is not: it restarts at each `x`. */
export const withoutTrailing = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
