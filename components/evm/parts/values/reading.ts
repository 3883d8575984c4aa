import type { AbiValue } from '#lib/evm/api/format/abi-value.ts'
import { isUnlimited } from '#lib/evm/api/format/unlimited.ts'
import { exactAmount, groupedNumber } from '#lib/format/amount.ts'
import { utcText } from '#lib/format/moment.ts'
import type { AddressBook } from './nobody.ts'

/** How an integer reads by the names beside it: the first of its forms. */
export type Reading = { title: string; text: string }

const timeNames =
  /deadline|expir|timestamp|validuntil|validafter|sigdeadline|start_?time|end_?time|unlock|maturity|(^|_)eta$|(created|updated|until)_?at$/i
/** 2001 to 2100: other numbers are no times in seconds. */
const [timeMin, timeMax] = [1_000_000_000n, 4_102_444_800n]

const timeOf = (name: string, value: bigint): Reading | undefined => {
  if (!timeNames.test(name)) return undefined
  if (value >= timeMin && value <= timeMax) return { title: 'date', text: utcText(Number(value) * 1_000) }
  return /deadline|expir|validuntil/i.test(name) && value >= 2n ** 48n - 1n
    ? { title: 'date', text: 'never' }
    : undefined
}

/** Names of amounts, with the names of the token beside them that they are of. */
const amountsOf: readonly [amount: RegExp, token: RegExp, end?: 'first' | 'last'][] = [
  [
    /amount_?in|sell_?amount|from_?amount|src_?amount|input_?amount|^swap_?amount$/i,
    /token_?in$|sell_?token|from_?token|src_?token|input_?token|currency_?in$|^path$/i,
    'first',
  ],
  [
    /amount_?out|buy_?amount|min_?return|to_?amount|dst_?amount|output_?amount|return_?amount/i,
    /token_?out$|buy_?token|to_?token|dst_?token|output_?token|currency_?out$|^path$/i,
    'last',
  ],
  [
    /amount|value|wad|assets|balance|quantity|^bips$/i,
    /^_?(token|asset|currency|coin|erc20|underlying|token_?address)$/i,
  ],
  [/^_?amount_?$/i, /^_?(src|from|sell|input)_?token$|^_?token_?(in|from)$/i],
]
const notAmounts = /bips|token_?ids?$|^id$|fee$|nonce|salt|chain|price|ratio|rate/i

/** The token of a path: a list of addresses, or packed as Uniswap v3 does, with a fee of three bytes between two tokens. */
const endOf = ({ text, items }: AbiValue, end: 'first' | 'last'): string | undefined => {
  if (items) return (end === 'first' ? items[0] : items.at(-1))?.text
  if (text.length === 42) return text
  const isPacked = text.length > 42 && (text.length - 42) % 46 === 0
  return isPacked ? (end === 'first' ? text.slice(0, 42) : `0x${text.slice(-40)}`) : undefined
}

const tokenOf = (name: string, siblings: readonly AbiValue[]): string | undefined => {
  for (const [amount, token, end = 'first'] of amountsOf) {
    if (!amount.test(name)) continue
    const sibling = siblings.find((one) => token.test(one.name) && endOf(one, end) !== undefined)
    if (sibling) return endOf(sibling, end)
  }
  return undefined
}

/** Smaller maxima occur as numbers. */
const maximumBitsMin = 96

const grouped = (amount: string): string => {
  const [whole = '', fraction] = amount.split('.')
  return fraction === undefined ? groupedNumber(whole) : `${groupedNumber(whole)}.${fraction}`
}

/** Arguments of a token's own functions and events that are amounts of it. */
const ownAmounts =
  /^_?(value|amount|wad|tokens?|shares|assets|balance|added_?value|subtracted_?value|amount_?in|amount_?out)_?$/i

/**
 * An integer by its name and those beside it: a time in seconds, or an amount of a token whose unit is known. `contract` is what was
 * called or wrote the log: amounts without a token beside them are its own. Undefined if nothing says so.
 */
export const readingOf = (
  { name, type, text }: Pick<AbiValue, 'name' | 'type' | 'text'>,
  siblings: readonly AbiValue[],
  contract: string | null | undefined,
  { tokens }: AddressBook,
): Reading | undefined => {
  if (!/^uint\d*$/.test(type) || !/^\d+$/.test(text)) return undefined
  const time = timeOf(name, BigInt(text))
  if (time) return time
  if (notAmounts.test(name)) return undefined
  const beside = tokenOf(name, siblings)?.toLowerCase()
  const isOwn = beside === undefined && (name === '' || ownAmounts.test(name))
  const token = tokens.get(beside ?? (isOwn ? (contract ?? '') : ''))
  const bits = Number(type.slice('uint'.length) || 256)
  const isMaximum = bits >= maximumBitsMin && BigInt(text) === 2n ** BigInt(bits) - 1n
  if (!token) return isMaximum ? { title: 'words', text: 'maximum' } : undefined
  const amount = isMaximum || isUnlimited(text) ? 'any amount of' : grouped(exactAmount(text, token.decimals))
  return { title: 'amount', text: `${amount} ${token.symbol}` }
}
