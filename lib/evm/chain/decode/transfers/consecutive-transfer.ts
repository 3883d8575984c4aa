import type { DecodableLog } from '#lib/evm/chain/decode/token-rows.ts'
import { addressAt, uintAt, wordCount } from './word.ts'

/** One log may name 2^256 tokens at no cost; no real collection comes near this. */
const tokensOfLogMax = 20_000

export const shortenedNote = `A ConsecutiveTransfer event named more than ${tokensOfLogMax.toLocaleString('en-US')} tokens; only the first ${tokensOfLogMax.toLocaleString('en-US')} of them are kept.`

type ConsecutiveTransfer = {
  from: Uint8Array
  to: Uint8Array
  firstToken: bigint
  count: number
  isShortened: boolean
}

/** ConsecutiveTransfer of ERC-2309, with an inclusive range. Undefined if it is not one or names no token. */
export const readConsecutiveTransfer = ({ topics, data }: DecodableLog): ConsecutiveTransfer | undefined => {
  const [, first, sender, receiver] = topics
  if (first === undefined || sender === undefined || receiver === undefined || wordCount(data) < 1) return undefined
  const from = addressAt(sender)
  const to = addressAt(receiver)
  const firstToken = uintAt(first)
  const count = uintAt(data) - firstToken + 1n
  if (!from || !to || count <= 0n) return undefined
  const isShortened = count > tokensOfLogMax
  return { from, to, firstToken, count: isShortened ? tokensOfLogMax : Number(count), isShortened }
}
