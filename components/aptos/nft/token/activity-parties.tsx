import type { ReactNode } from 'react'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import type { ActivityLine } from '#components/aptos/parts/lists/activity-line.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** The participants and amount of an activity, shown after its kind. */
export const ActivityParties = ({ line, network }: { line: ActivityLine; network: AptosNetwork }) => {
  const { kind, from, to, amount, token } = line
  const parts: [word: string, address: string][] = []
  // The event of a claim belongs to the offering account; the other one made it.
  const [actor, other] = kind === 'claimed' ? [to, from] : kind === 'received' ? [to, from] : [from, to]
  if (actor !== null) parts.push(['by', actor])
  if (other !== null) parts.push([otherWords[kind] ?? 'to', other])
  return (
    <span className="flex min-w-0 flex-wrap gap-x-1.5">
      {parts.map(([word, address]) => (
        <Part key={word} word={word}>
          <AccountLink address={address} network={network} className="min-w-0" />
        </Part>
      ))}
      {kind !== 'changed' && amount !== '1' && <span>× {groupedNumber(amount)}</span>}
      {token.propertyVersion !== '0' && <span className="text-muted">property version {token.propertyVersion}</span>}
    </span>
  )
}

const otherWords: Partial<Record<ActivityLine['kind'], string>> = {
  claimed: 'from',
  received: 'from',
  cancelled: 'who offered it to',
}

const Part = ({ word, children }: { word: string; children: ReactNode }) => (
  <span className="inline-flex min-w-0 max-w-full gap-x-1.5">
    <span className="shrink-0 text-muted">{word}</span>
    {children}
  </span>
)
