/*
 * Letters that look like Latin ones, after Unicode's table of confusables (UTS #39), as far as they are used in names of
 * tokens: the lower-case letters of Cyrillic and Greek, and capitals that fold to them.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  н: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ζ: 'z',
  ξ: 'e',
  ı: 'i',
  ɡ: 'g',
}

/** The visual skeleton of a text: letters and digits only, lower case, every look-alike as the letter it imitates. */
export const skeletonOf = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase()]
    .map((letter) => lookAlikes[letter] ?? letter)
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .join('')
