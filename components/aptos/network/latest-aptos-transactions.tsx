'use client'

import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { FunctionName } from '#components/aptos/parts/values/function-name.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { liveList } from '#components/live/live-list.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { isoOfMicroseconds } from '#lib/aptos/api/format/iso-of-microseconds.ts'
import type { AptosLedgerTransaction } from '#lib/aptos/transaction/ledger-contract.ts'

/** The newest transactions of users, updated live. */
export const LatestAptosTransactions = liveList({
  noun: 'transactions',
  ask: ({ network, limit }: { network: AptosNetwork; limit: number }) =>
    fromAptosExplorer('/aptos/transactions').one({ network, limit }),
  keyOf: ({ version }: AptosLedgerTransaction) => version,
  columns: 'grid-cols-[auto_minmax(0,1fr)]',
  cells: (transaction, { network }) => <TransactionCells network={network} transaction={transaction} />,
  isFast: true,
})

const TransactionCells = ({
  network,
  transaction: { version, timestamp, sender, success, ...one },
}: {
  network: AptosNetwork
  transaction: AptosLedgerTransaction
}) => {
  const iso = timestamp === null ? null : isoOfMicroseconds(timestamp)
  return (
    <>
      <span>
        <VersionLink version={version} network={network} />
        <br />
        <span className="text-muted text-xs">{iso !== null && <Timestamp iso={iso} />}</span>
      </span>
      <span className="min-w-0 text-right">
        <span className="flex items-center justify-end gap-2">
          {success === false && <Badge tone="bad">Failed</Badge>}
          <span className="min-w-0 truncate">
            {one.function === null ? <span className="text-muted">script</span> : <FunctionName name={one.function} />}
          </span>
        </span>
        <span className="block truncate text-muted text-xs">
          {sender !== null && <AccountLink address={sender} network={network} />}
        </span>
      </span>
    </>
  )
}
