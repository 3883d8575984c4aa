import { counted, groupedNumber } from '#lib/format/amount.ts'
import { duration } from '#lib/format/moment.ts'

/** `12.1`, `0.25`: three digits. */
export const threeDigits = (value: number): string => groupedNumber(Number(value.toPrecision(3)))

/** Of blocks that follow each other. */
export type Rates = {
  blocks: number
  blockSeconds: number
  /** Undefined where the blocks have one time. */
  transactionsPerSecond: number | undefined
}

const slowBelow = 0.1
const hourSeconds = 3_600
const minuteSeconds = 60

/** Of a quiet chain, the number of an hour says more. */
const throughput = (perSecond: number) =>
  perSecond < slowBelow
    ? { title: 'Transactions', value: `${threeDigits(perSecond * hourSeconds)} / h` }
    : { title: 'Transactions', value: `${threeDigits(perSecond)} / s` }

const blockTime = (seconds: number): string =>
  seconds < minuteSeconds ? `${threeDigits(seconds)} s` : duration(seconds)

/** Figures of how busy a chain is. */
export const rateTiles = (rates: Rates | undefined) => [
  rates?.transactionsPerSecond !== undefined && {
    ...throughput(rates.transactionsPerSecond),
    note: `over ${counted(rates.blocks, 'block')}`,
  },
  rates && { title: 'Block time', value: blockTime(rates.blockSeconds), note: 'on average' },
]
