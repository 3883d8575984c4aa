import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { None } from '#components/aptos/parts/values/none.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import type { Column } from '#components/kit/define-list.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type Listed = { dayActivity: number; firstVersion: string; since: string | null }

/** A count that stops at 1,000 for each row of a list. */
export const ListedCount = ({ count, noun }: { count: number | null; noun: string }) => (
  <>
    {count === null ? <span title="Its own page counts more">1,000+</span> : groupedNumber(count)}
    <span className="phone-only"> {noun}</span>
  </>
)

/** Columns of a list of everything that is indexed: how active it is, and since when it is known. */
export const catalogColumns: readonly Column<Listed, { network: AptosNetwork }>[] = [
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
