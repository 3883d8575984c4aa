'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { fieldClasses, fieldLabelClasses } from '#components/ui/field.ts'
import { useAction } from '#components/ui/use-action.ts'
import type { KeyScope, NewAccountKey } from '#lib/account/contract/account.ts'
import { AccountFault } from './account-fault.tsx'
import { fromAccount } from './account-request.ts'

const nameMax = 60
const dayMs = 86_400_000
const lifetimes = [
  { days: '', title: 'Never' },
  { days: '7', title: 'In 7 days' },
  { days: '30', title: 'In 30 days' },
  { days: '90', title: 'In 90 days' },
  { days: '365', title: 'In a year' },
] as const

export const NewKeyForm = ({
  perSecondMax,
  scopes,
  onMade,
}: {
  perSecondMax: number
  scopes: readonly KeyScope[]
  onMade: (made: NewAccountKey) => void
}) => {
  const { isBusy, error, run } = useAction()
  const [name, setName] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const perSecond = String(given.get('perSecond'))
    const days = String(given.get('days'))
    const granted = scopes.map(({ name }) => name).filter((name) => given.getAll('scopes').includes(name))
    const isMade = await run(async () =>
      onMade(
        await fromAccount('/keys', 'POST').call({
          name: name.trim(),
          ...(perSecond !== '' && { perSecond: Number(perSecond) }),
          ...(granted.length < scopes.length && { scopes: granted }),
          ...(days !== '' && { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() }),
        }),
      ),
    )
    if (isMade) setName('')
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_9rem_auto]">
        <label>
          <span className={fieldLabelClasses}>Name</span>
          <input
            name="name"
            required
            maxLength={nameMax}
            value={name}
            onChange={({ target }) => setName(target.value)}
            placeholder="What uses it"
            autoComplete="off"
            className={fieldClasses}
          />
        </label>
        <label>
          <span className={fieldLabelClasses}>Requests per second</span>
          <input
            name="perSecond"
            type="number"
            min={1}
            max={perSecondMax}
            placeholder={`${perSecondMax} at most`}
            className={fieldClasses}
          />
        </label>
        <label>
          <span className={fieldLabelClasses}>Expires</span>
          <select name="days" className={fieldClasses}>
            {lifetimes.map(({ days, title }) => (
              <option key={days} value={days}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" look="primary" disabled={isBusy || name.trim() === ''} className="h-9">
          {isBusy ? 'Creating…' : 'Create key'}
        </Button>
      </div>
      <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
        <legend className="sr-only">Permissions</legend>
        <span aria-hidden className="text-muted">
          May use
        </span>
        {scopes.map(({ name, title }) => (
          <label key={name} className="flex items-center gap-1.5">
            <input type="checkbox" name="scopes" value={name} defaultChecked className="size-4 accent-accent" />
            {title}
          </label>
        ))}
      </fieldset>
      <AccountFault error={error} />
    </form>
  )
}
