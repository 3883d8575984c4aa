import type { Input } from '#lib/api/endpoint.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { balanceHistoryEndpoints } from '#lib/evm/holdings/contract.ts'
import type { Point } from './walk-back.ts'

type Endpoint = (typeof balanceHistoryEndpoints)['evmBalanceHistory']

/** What a history was computed from, and its balances, newest first. */
export type FoundHistory = {
  token_address: string | null
  symbol: string | null
  decimals: number | null
  is_sampled: boolean
  note: string | null
  cursor: string | null
  points: readonly Point[]
}

export type HistoryQuestion = Input<Endpoint> & { newest: { number: number; timestamp: number; hash: Hex } }
