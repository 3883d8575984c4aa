import { createHash } from 'node:crypto'

/** Whether everything is tested (`npm run test:full`) or what a change needs (`npm test`). */
export const isFull = process.env.FULL === '1'

/** A number between 0 and 2³² that depends on the text alone: the same on every machine and in every run. */
export const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()

/** Some of the cases, always the same; all of them in `npm run test:full`. */
export const sample = <Case>(
  cases: readonly Case[],
  count: number,
  nameOf: (one: Case) => string = JSON.stringify,
): Case[] => {
  if (isFull || cases.length <= count) return [...cases]
  const chosen = new Set(cases.toSorted((a, b) => hashOf(nameOf(a)) - hashOf(nameOf(b))).slice(0, count))
  return cases.filter((one) => chosen.has(one))
}

/** Each of the one with each of the other. */
export const pairsOf = <Left, Right>(left: readonly Left[], right: readonly Right[]): [Left, Right][] =>
  left.flatMap((one) => right.map((other): [Left, Right] => [one, other]))
