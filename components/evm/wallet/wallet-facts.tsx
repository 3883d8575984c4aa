import type { ReactNode } from 'react'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'
import { groupedNumber } from '#lib/format/amount.ts'

const frame = 'flex flex-wrap gap-x-8 gap-y-1 text-sm'

/** The counts of a wallet, in one line. A total that was not counted is not guessed. */
export const WalletFacts = ({
  total,
  newest,
  isPartial,
  children,
}: {
  total: number | null
  /** Counted in a part of the chain. */
  isPartial: boolean
  newest: string | undefined
  /** Shown after them. */
  children?: ReactNode
}) => (
  <div className="flex items-center gap-x-3">
    <dl className={frame}>
      <div className="flex gap-2">
        <dt className="text-muted">{isPartial ? 'Indexed transactions' : 'Transactions'}</dt>
        <dd className="font-medium">{total === null ? 'not counted' : groupedNumber(total)}</dd>
      </div>
      {newest && (
        <div className="flex gap-2">
          <dt className="text-muted">{isPartial ? 'Last indexed activity' : 'Last activity'}</dt>
          <dd className="font-medium">
            <Timestamp iso={newest} />
          </dd>
        </div>
      )}
    </dl>
    {children}
  </div>
)

export const WalletFactsSkeleton = () => (
  <div className={frame} data-loading>
    <Skeleton className="h-6 w-36" />
    <Skeleton className="h-6 w-40" />
  </div>
)
