import { Skeleton } from '#components/ui/skeleton.tsx'

const rows = Array.from({ length: 12 }, (_, index) => index)
const areas = ['hash', 'method', 'block', 'age', 'from', 'direction', 'to', 'value'] as const

/** The shape of a list of transactions before it is there: the rows that come have the same heights. */
export const TransactionListSkeleton = () => (
  <div role="status">
    <span className="sr-only">Loading transactions</span>
    <div className="hidden h-9 border-line border-b lg:block" />
    {rows.map((row) => (
      <div key={row} className="transaction-grid border-line border-b">
        {areas.map((area) => (
          <Skeleton key={area} style={{ gridArea: area }} className="min-w-6" />
        ))}
      </div>
    ))}
  </div>
)
