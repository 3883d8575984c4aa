import { None } from '#components/aptos/parts/values/none.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import type { Column } from '#components/kit/define-list.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { AptosNetwork } from './aptos-path.ts'
import { VersionLink } from './version-link.tsx'

type Listed = { dayActivity: number; firstVersion: string; since: string | null }

export type CatalogView = {
  network: AptosNetwork
  /** Some versions are not indexed. */
  isPartial: boolean
}

/** A count that stops at 1,000 for each row of a list. */
export const ListedCount = ({ count, noun, isPartial }: { count: number | null; noun: string; isPartial: boolean }) => (
  <span {...(isPartial && { title: 'Counted from the indexed versions; others are missing' })}>
    {count === null ? '1,000+' : groupedNumber(count)}
    {isPartial && <span className="text-muted"> known</span>}
    <span className="phone-only"> {noun}</span>
  </span>
)

/** Columns of a list of everything that is indexed: how active it is, and since when it is known. */
export const catalogColumns: readonly Column<Listed, CatalogView>[] = [
  {
    key: 'day',
    title: 'Activity a day',
    width: '8rem',
    align: 'end',
    cell: ({ dayActivity }) => (
      <>
        {groupedNumber(dayActivity)}
        <span className="phone-only"> a day</span>
      </>
    ),
  },
  {
    key: 'version',
    title: 'First seen in',
    width: '8rem',
    align: 'end',
    look: 'muted',
    cell: ({ firstVersion }, { network }) => <VersionLink version={firstVersion} network={network} />,
  },
  {
    key: 'since',
    title: 'Time',
    width: 'var(--time-width)',
    align: 'end',
    look: 'muted clip',
    isExtra: true,
    cell: ({ since }) => (since === null ? <None /> : <Timestamp iso={since} />),
  },
]
