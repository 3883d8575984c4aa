import type { Erc20DayRow, Erc20TokenRow } from '#lib/evm/chain/tables/erc20-balance-tables.ts'
import type { Erc20TransferRow } from '#lib/evm/chain/tables/token-tables.ts'

/** One character for each byte, so that keys sort as the rows do. */
export const bytesKey = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

export const holderKey = (token: Uint8Array, holder: Uint8Array): string => bytesKey(token) + bytesKey(holder)

type TokenSums = Pick<Erc20TokenRow, 'first_block' | 'transfers' | 'holders' | 'overdrawn'> & { supply: bigint }
type DaySums = Pick<Erc20DayRow, 'transfers' | 'holders'> & { supply: bigint }

/** The sums that transfers change, with their previous values; balances without an entry are zero. */
export type BalanceState = {
  /** By `bytesKey` of the token. */
  tokens: Map<string, TokenSums>
  /** By `holderKey`. */
  balances: Map<string, bigint>
  /** By token, then by day. */
  days: Map<string, Map<number, DaySums>>
}

const isZero = (address: Uint8Array): boolean => address.every((byte) => byte === 0)

export type Counting = {
  /** 1 for stored transfers, -1 for deleted ones. */
  sign: 1 | -1
  /** Days since 1970 of a block. */
  dayOf: (block: number) => number
  /** False if the transfers themselves were counted before. */
  countsTransfers?: false
  /** Whether balances include this transfer. */
  countsBalances: (transfer: Erc20TransferRow) => boolean
}

/**
 * Counts transfers of tokens in `state`. Blocks are discounted newest first, so that reverting the newest leaves what was there
 * before.
 */
export const countTransfers = (
  state: BalanceState,
  transfers: readonly Erc20TransferRow[],
  { sign, dayOf, countsTransfers, countsBalances }: Counting,
): void => {
  const ordered = transfers.toSorted((a, b) => sign * (a.block_number - b.block_number || a.log_index - b.log_index))
  for (const transfer of ordered) {
    const { token_address, from_address, to_address, block_number, value } = transfer
    const key = bytesKey(token_address)
    const token = state.tokens.get(key)
    if (!token) continue
    const day = dayIn(state, key, dayOf(block_number))
    if (countsTransfers !== false) {
      token.transfers += sign
      day.transfers += sign
      token.first_block = Math.min(token.first_block, block_number)
    }
    if (!countsBalances(transfer)) continue
    const amount = BigInt(value) * BigInt(sign)
    const move = (holder: Uint8Array, change: bigint) => {
      const balance = holderKey(token_address, holder)
      const before = state.balances.get(balance) ?? 0n
      const after = before + change
      state.balances.set(balance, after)
      const gained = Number(after > 0n) - Number(before > 0n)
      token.holders += gained
      day.holders += gained
      token.overdrawn += Number(after < 0n) - Number(before < 0n)
    }
    const mint = (minted: bigint) => {
      token.supply += minted
      day.supply += minted
    }
    if (isZero(from_address)) mint(amount)
    else move(from_address, -amount)
    if (isZero(to_address)) mint(-amount)
    else move(to_address, amount)
  }
}

const dayIn = ({ days }: BalanceState, token: string, day: number): DaySums => {
  const ofToken = days.get(token) ?? new Map<number, DaySums>()
  days.set(token, ofToken)
  const sums = ofToken.get(day) ?? { transfers: 0, holders: 0, supply: 0n }
  ofToken.set(day, sums)
  return sums
}
