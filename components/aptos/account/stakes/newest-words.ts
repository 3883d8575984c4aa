import { groupedNumber } from '#lib/format/amount.ts'

/** The searched transactions of an account: `its newest 5 transactions`. */
export const newestWords = (transactions: number): string =>
  transactions === 1 ? 'its newest transaction' : `its newest ${groupedNumber(transactions)} transactions`
