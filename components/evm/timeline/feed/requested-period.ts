import { parseInput } from '#lib/api/parse-input.ts'
import { evmApi } from '#lib/evm/contract/api.ts'
import type { FeedPeriod } from './feed-kind.ts'

/** The times that an address names, as the interface reads them. Server only. @throws invalid_request for what is no time. */
export const requestedPeriod = async (
  address: string,
  given: { from_date?: string; to_date?: string },
): Promise<FeedPeriod> => {
  const { from_date, to_date } = parseInput(evmApi.walletTransactions, { address, ...given })
  return { ...(from_date !== undefined && { from_date }), ...(to_date !== undefined && { to_date }) }
}
