'use client'

import { Eye } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { useAction } from '#components/ui/use-action.ts'
import { LabelForm } from './label-form.tsx'
import { labelPath } from './stored/label-path.ts'
import { keepLabels, removeLabels } from './stored/label-store.ts'
import type { ListedLabel } from './stored/listed-labels.ts'

const kinds = { wallet: 'Wallet', collection: 'Collection', token: 'Token', transaction: 'Transaction' } as const
const origins = { account: 'Account', own: undefined, link: 'From a link' } as const

/** A label in the list, with the actions available where it is stored. */
export const LabelRow = ({
  listed: { label, from, isHidden },
  chainTitle,
  children,
}: {
  listed: ListedLabel
  chainTitle: string
  /** New rows of a watched subject. */
  children?: ReactNode
}) => {
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, error, run } = useAction()
  const { kind, subject, isWatched, note } = label
  const name = label.label || subject
  const origin = origins[from]
  return (
    <li className="border-line border-b px-4 py-3 text-sm last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <p className="flex flex-wrap items-center gap-2">
            {label.label && <bdi className="wrap-anywhere min-w-0 font-medium">{label.label}</bdi>}
            {isWatched && (
              <Badge tone="accent">
                <Icon of={Eye} size={12} /> Watched
              </Badge>
            )}
            {origin && <Badge tone={from === 'link' ? 'warn' : 'neutral'}>{origin}</Badge>}
            <span className="text-muted text-xs">
              {kinds[kind]} · {chainTitle}
              {isHidden && ' · another name is shown'}
            </span>
            {children}
          </p>
          {note && (
            <p className="wrap-anywhere mt-0.5">
              <bdi>{note}</bdi>
            </p>
          )}
          <Link href={labelPath(label)} className="mt-0.5 block text-accent text-xs hover:underline">
            <Hash value={subject} className="select-auto" />
          </Link>
        </div>
        <div className="flex flex-wrap gap-2">
          {from === 'own' && !isOpen && (
            <>
              <Button aria-label={`Edit ${name}`} onClick={() => setIsOpen(true)}>
                Edit
              </Button>
              <Button aria-label={`Delete ${name}`} disabled={isBusy} onClick={() => run(() => removeLabels([label]))}>
                Delete
              </Button>
            </>
          )}
          {from === 'link' && !isHidden && (
            <Button disabled={isBusy} onClick={() => run(() => keepLabels([label]))}>
              Keep
            </Button>
          )}
          {from === 'account' && (
            <Link href="/account" className="text-accent hover:underline">
              Change in the account
            </Link>
          )}
        </div>
      </div>
      {isOpen && (
        <div className="mt-3 max-w-xl">
          <LabelForm subject={label} known={label} onDone={() => setIsOpen(false)} />
        </div>
      )}
      {error instanceof Error && (
        <p role="alert" className="mt-2 text-bad">
          {error.message}
        </p>
      )}
    </li>
  )
}
