import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'

const names = {
  block: 'A block is named by its height, a whole number.',
  transaction: 'A transaction is named by its ledger version, a whole number.',
  account: 'An account is named by its address: 0x and up to 64 hex digits.',
}

/** For a page's address that names no block, transaction or account, or one that the ledger has not reached. */
export const NotThere = ({ what, status }: { what: keyof typeof names; status: AptosStatus | undefined }) => {
  const height = status?.block_height
  const version = status?.ledger_version
  return (
    <>
      <PageTitle kind={`No such Aptos ${what}`} />
      <EmptyState
        title="There is nothing at this address"
        action={
          height && (
            <Link href={explorerPath.aptosBlock(height)} className={buttonClasses()}>
              Open the newest block
            </Link>
          )
        }
      >
        {names[what]} {what === 'block' && height && `The newest block is ${groupedNumber(height)}.`}
        {what === 'transaction' && version && `The newest version is ${groupedNumber(version)}.`}
      </EmptyState>
    </>
  )
}
