import { TransactionListSkeleton } from '#components/evm/parts/transactions/transaction-list-skeleton.tsx'
import { Panel } from '#components/ui/panel.tsx'

export default function Loading() {
  return (
    <Panel data-loading>
      <div className="h-11 border-line border-b" />
      <TransactionListSkeleton />
    </Panel>
  )
}
