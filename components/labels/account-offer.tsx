import type { ComponentProps } from 'react'
import { AccountCopies } from './account-copies.tsx'
import { useLabels } from './use-labels.ts'

/** On the account page: offers to copy labels, if this browser has any. */
export const AccountOffer = ({ onCopied }: Pick<ComponentProps<typeof AccountCopies>, 'onCopied'>) => {
  const state = useLabels()
  if (state.own.size === 0) return null
  return (
    <AccountCopies state={state} onCopied={onCopied} className="mt-4">
      Labels of this browser:
    </AccountCopies>
  )
}
