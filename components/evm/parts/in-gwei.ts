import { threeDigits } from '#components/chain/rate-tiles.ts'
import { gweiDecimals, shortAmount } from '#lib/format/amount.ts'

export const gwei = 10 ** gweiDecimals

/** A price of gas, in decimal wei, in Gwei: with three digits, `72.5`, and below one Gwei as short as any amount, `0.0124`. */
export const inGwei = (wei: string): string =>
  Number(wei) < gwei ? shortAmount(wei, gweiDecimals) : threeDigits(Number(wei) / gwei)
