import { seeded } from '#tests/support/seeded.ts'
import { frequentFunction, functionDrawnBy, rareFunction, wordDrawnBy } from './fill-lists.ts'
import type { MeasuredList } from './measure-list.ts'

const limit = 25

/** Every order of a list of everything indexed, and its searches; pages deep inside are anywhere in the order. */
const catalogue = (title: string, list: 'aptosCollections' | 'aptosAssets', lastVersion: number): MeasuredList[] => {
  const random = seeded(29)
  const word = wordDrawnBy(random)
  const named = (
    name: string,
    raw: () => Record<string, unknown>,
    deepKey?: MeasuredList['deepKey'],
  ): MeasuredList => ({
    name: `${title}, ${name}`,
    list,
    make: () => ({ raw: { limit, ...raw() } }),
    ...(deepKey && { deepKey }),
  })
  const within = (value: unknown): number => Math.floor(random() * Number(value))
  return [
    named(
      'newest',
      () => ({ sort: 'newest' }),
      ([version, ...rest]) => [within(version), ...rest],
    ),
    named(
      'activity; deep: active',
      () => ({}),
      ([count, ...rest]) => [1 + Math.floor(Number(count) ** random()), ...rest],
    ),
    named(
      'activity; deep: inactive',
      () => ({}),
      ([, , ...rest]) => [0, within(lastVersion), ...rest],
    ),
    named('search', () => ({ search: word() })),
    named('search, newest', () => ({ search: word(), sort: 'newest' })),
    named('search of the beginning of all names', () => ({ search: 'bear' })),
  ]
}

export const collectionLists = (lastVersion: number): MeasuredList[] =>
  catalogue('collections', 'aptosCollections', lastVersion)

export const assetLists = (lastVersion: number): MeasuredList[] => {
  const random = seeded(31)
  const deepKey: MeasuredList['deepKey'] = ([version]) => [Math.floor(random() * Number(version))]
  const calls = (name: string, called: () => string): MeasuredList => ({
    name: `transactions of ${name}`,
    list: 'aptosFunctionTransactions',
    make: () => ({ raw: { limit, function: called() } }),
    deepKey,
  })
  return [
    ...catalogue('assets', 'aptosAssets', lastVersion),
    { name: 'packages', list: 'aptosPackages', make: () => ({ raw: { limit } }), deepKey },
    calls('the most frequent function', () => frequentFunction),
    calls('a rare function', () => rareFunction),
    calls('a function as they are called', functionDrawnBy(random)),
    calls('an unknown function', () => '0x1::nowhere::nothing'),
  ]
}
