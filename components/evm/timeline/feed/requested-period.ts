import { parseInput } from '#lib/api/parse-input.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import type { FeedPeriod } from './feed-kind.ts'

/** The time range of a URL, as the API parses it. Server only. @throws invalid_request for an invalid time. */
export const requestedPeriod = async (
  address: string,
  given: { from_date?: string; to_date?: string },
): Promise<FeedPeriod> => {
  const { from_date, to_date } = parseInput(evmApi.walletTransactions, { address, ...given })
  return { ...(from_date !== undefined && { from_date }), ...(to_date !== undefined && { to_date }) }
}
