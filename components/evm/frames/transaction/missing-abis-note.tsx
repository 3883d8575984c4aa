import { RetryButton } from '#components/ui/loading/retry-button.tsx'
import { missingAbisHeader } from '#lib/evm/api/records/transactions.ts'

/** Says that calls and events may be decoded later, because their ABIs did not arrive in time. */
export const MissingAbisNote = ({ headers }: { headers: Readonly<Record<string, string>> | undefined }) => {
  if (headers?.[missingAbisHeader] === undefined) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-3 px-4 py-2.5 text-muted text-sm">
      Some values are not decoded yet: the ABI is still being fetched. Reload to see them.
      <RetryButton />
    </p>
  )
}
