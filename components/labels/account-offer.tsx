import type { ComponentProps } from 'react'
import { AccountCopies } from './account-copies.tsx'
import { useLabels } from './use-labels.ts'

/** On the account's own page: the copies, to those who have labels in this browser. */
export const AccountOffer = ({ onCopied }: Pick<ComponentProps<typeof AccountCopies>, 'onCopied'>) => {
  const state = useLabels()
  return state.own.size > 0 && <AccountCopies state={state} onCopied={onCopied} className="mt-4" />
}
