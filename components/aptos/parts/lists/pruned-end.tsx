import { NotIndexedState } from '#components/ui/state.tsx'
import { isServiceError } from '#lib/base/errors.ts'

/** A node that prunes its ledger has no earlier transactions: that is the end of the list, not a failure. */
export const prunedEnd = (error: Error) =>
  isServiceError(error, 'not_available') && (
    <NotIndexedState title="Earlier transactions are not available here">{error.message}</NotIndexedState>
  )
