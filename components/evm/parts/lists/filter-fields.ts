import type { FilterField } from '#components/chain/filter-form.tsx'

/** Filters of a wallet's rows by its role and by the address on the other side. */
export const dealingFields: readonly FilterField[] = [
  {
    name: 'direction',
    title: 'Direction',
    choices: [
      ['', 'In and out'],
      ['in', 'In'],
      ['out', 'Out'],
    ],
  },
  { name: 'counterparty', title: 'With address', placeholder: '0x…' },
]

/** What `hide_spam` leaves out is in the reference of its endpoint. */
export const spamField = (title: string): FilterField => ({
  name: 'hide_spam',
  title,
  choices: [
    ['', 'Shown'],
    ['true', 'Hidden'],
  ],
})

export const coinField = (symbol: string): FilterField => ({
  name: 'min_value',
  title: `Value of at least, ${symbol}`,
  placeholder: '0.5',
})
