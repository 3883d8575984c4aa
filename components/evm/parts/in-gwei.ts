import { threeDigits } from '#components/chain/rate-tiles.ts'
import { shortAmount } from '#lib/format/amount.ts'

const gweiDecimals = 9
const gwei = 1e9

/** A price of gas in Gwei with three digits, or as short as amounts are below one Gwei: `72.5`, `0.0124`. `wei` is decimal. */
export const inGwei = (wei: string): string =>
  Number(wei) < gwei ? shortAmount(wei, gweiDecimals) : threeDigits(Number(wei) / gwei)
