import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { RefreshWhile } from '#components/ui/loading/refresh-while.tsx'
import { EmptyState } from '#components/ui/state.tsx'

/** For a hash that no block, no mempool and no visitor's question is known to have had. */
export const TransactionNotFound = () => (
  <>
    <RefreshWhile />
    <EmptyState
      title="This transaction has not been seen here"
      action={
        <Link href="/status" className={buttonClasses()}>
          Index status
        </Link>
      }
    >
      It is in no block and in no mempool that this server can read, and was never seen pending here. If it was sent
      recently, it may not have reached the node yet; otherwise it may be on another chain, or have been removed by a
      reorg.
    </EmptyState>
  </>
)
