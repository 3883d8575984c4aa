'use client'

import { useState } from 'react'
import { exactAmount, groupedNumber, gweiDecimals } from '#lib/format/amount.ts'
import type { Reading } from './reading.ts'

const scaleDecimals = 18

const forms = [
  { title: 'raw', write: (value: string) => value },
  { title: 'grouped', write: groupedNumber },
  { title: '÷ 10⁹', write: (value: string) => exactAmount(value, gweiDecimals) },
  { title: '÷ 10¹⁸', write: (value: string) => exactAmount(value, scaleDecimals) },
  { title: 'hex', write: (value: string) => hexOf(BigInt(value)) },
] as const

const hexOf = (value: bigint): string => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`)

/** An integer of a call or event. `reading` is what its name says of it; the user chooses how to read it otherwise. */
export const IntegerValue = ({ value, reading }: { value: string; reading?: Reading | undefined }) => {
  const [chosen, setChosen] = useState(0)
  const all = reading ? [{ title: reading.title, write: () => reading.text }, ...forms] : forms
  const form = all[chosen] ?? forms[0]
  const next = all[(chosen + 1) % all.length] ?? forms[0]
  return (
    <span className="inline-flex min-w-0 items-baseline gap-2">
      <span data-mark={value} className="min-w-0 break-all">
        {form.write(value)}
      </span>
      <button
        type="button"
        onClick={() => setChosen((chosen + 1) % all.length)}
        aria-label={`Shown as ${form.title}; show as ${next.title}`}
        title={`Show as ${next.title}`}
        className="hit shrink-0 whitespace-nowrap rounded border border-line px-1 font-sans text-muted text-xs hover:border-accent hover:text-accent"
      >
        {form.title}
      </button>
    </span>
  )
}
