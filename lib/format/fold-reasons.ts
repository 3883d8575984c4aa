import { groupedNumber } from './amount.ts'
import type { Suspicion } from './look-alike.ts'

const shortOf = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** Each row under one reason: `imitating 0x1234…abcd (2), zero value (1)`. A reason that is the only one is not counted again. */
export const foldReasons = (suspicions: readonly (Suspicion | undefined)[]): string => {
  const imitated = new Set<string>()
  const counts = { imitation: 0, 'zero value': 0, spam: 0 }
  for (const suspicion of suspicions) {
    if (suspicion?.imitated) imitated.add(suspicion.imitated.address)
    const reason = suspicion?.imitated ? 'imitation' : suspicion?.doubt
    if (reason) counts[reason]++
  }
  const [only = ''] = imitated
  const titles = {
    imitation: `imitating ${imitated.size === 1 ? shortOf(only) : `${groupedNumber(imitated.size)} addresses`}`,
    'zero value': 'zero value',
    spam: 'spam',
  }
  return (['imitation', 'zero value', 'spam'] as const)
    .filter((reason) => counts[reason] > 0)
    .map((reason) =>
      counts[reason] === suspicions.length ? titles[reason] : `${titles[reason]} (${groupedNumber(counts[reason])})`,
    )
    .join(', ')
}
