import Link from 'next/link'
import { buttonClasses } from '#components/ui/button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'

/** For an address that names no block or transaction, or one that the ledger has not reached. */
export const NotThere = ({ what, status }: { what: 'block' | 'transaction'; status: AptosStatus | undefined }) => {
  const height = status?.block_height
  const version = status?.ledger_version
  return (
    <>
      <PageTitle kind={what === 'block' ? 'No such Aptos block' : 'No such Aptos transaction'} />
      <EmptyState
        title="There is nothing at this address"
        action={
          height && (
            <Link href={explorerPath.aptosBlock(height)} prefetch={false} className={buttonClasses()}>
              Open the newest block
            </Link>
          )
        }
      >
        {what === 'block'
          ? 'A block is named by its height, a whole number.'
          : 'A transaction is named by its ledger version, a whole number.'}{' '}
        {what === 'block' && height && `The newest block is ${groupedNumber(height)}.`}
        {what === 'transaction' && version && `The newest version is ${groupedNumber(version)}.`}
      </EmptyState>
    </>
  )
}
