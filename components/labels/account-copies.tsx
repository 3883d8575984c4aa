'use client'

import { type ReactNode, useState } from 'react'
import { AccountFault } from '#components/account/account-fault.tsx'
import { fromAccount } from '#components/account/account-request.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { useAction } from '#components/ui/use-action.ts'
import type { AccountNote } from '#lib/account/contract/account.ts'
import { type Label, labelKey } from './stored/label.ts'
import { keepLabels, type LabelState } from './stored/label-store.ts'

type AccountLabel = Label & { kind: Exclude<Label['kind'], 'transaction'> }

/** An account stores no labels of transactions, and no notes besides labels. */
const forAccount = (label: Label): label is AccountLabel =>
  label.kind !== 'transaction' && (label.label !== '' || label.isWatched)

/** For a signed-in user: offers to copy labels that only the browser or only the account has. */
export const AccountCopies = ({
  state: { own, account, isSignedIn },
  onCopied,
  className,
  children,
}: {
  state: LabelState
  /** Called for each label that the account then has. */
  onCopied?: (note: AccountNote) => void
  className: string
  /** Describes what is copied if the page does not. */
  children?: ReactNode
}) => {
  const { isBusy, error, run } = useAction()
  const [message, setMessage] = useState('')
  const there = [...own.values()].filter((label) => !account.has(labelKey(label))).filter(forAccount)
  const here = [...account.values()].filter((label) => !own.has(labelKey(label)))
  const copyThere = () =>
    run(async () => {
      // Sequentially, because the account limits their number.
      for (const { kind, chain, subject, label, isWatched } of there) {
        const saved = await fromAccount('/notes', 'POST').call({
          kind,
          chain,
          subject,
          label: label || null,
          isWatched,
        })
        onCopied?.({ ...saved, updatedAt: new Date().toISOString() })
      }
      setMessage(`${there.length} copied to the account.`)
    })
  const copyHere = () =>
    run(async () => {
      await keepLabels(here)
      setMessage(`${here.length} copied to this browser.`)
    })
  if (!isSignedIn || (there.length === 0 && here.length === 0 && message === '')) return null
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-2 rounded-xl border border-line bg-surface px-4 py-3 text-sm',
        className,
      )}
    >
      {children}
      {there.length > 0 && (
        <Button disabled={isBusy} onClick={copyThere}>
          Copy {there.length} to the account
        </Button>
      )}
      {here.length > 0 && (
        <Button disabled={isBusy} onClick={copyHere}>
          Copy {here.length} of the account to this browser
        </Button>
      )}
      <span role="status" className="text-muted">
        {isBusy ? 'Copying…' : message}
      </span>
      <AccountFault error={error} />
    </div>
  )
}
