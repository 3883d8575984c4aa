import { isServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'

export type LogSearch = {
  address: Hex | undefined
  topics: readonly (Hex | null)[]
  /** The bytes that the data begins with, for arguments that are not indexed. */
  dataStart?: Hex | undefined
  /** Lowest and highest block, both included. */
  lowest: number
  highest: number
  /** Only logs below this place of the highest block are still wanted. */
  below: number | undefined
  /** As many rows end the search. */
  rows: number
}

/** All wanted logs of the blocks from `from` on, newest first. */
export type LogPart = { from: number; logs: readonly NodeLog[] }

/** Searches down from a block, as far as one step goes; undefined when the request may search no further. */
export type SearchDown = (to: number, signal: AbortSignal) => Promise<LogPart | undefined>

type FoundLogs = {
  /** Newest first. */
  logs: readonly NodeLog[]
  /** Every log of the blocks from here on is among them; undefined if not even the first blocks could be searched. */
  searchedFrom: number | undefined
}

/** Searches logs from the newest block down, in steps, until a page is full, the range is searched or the steps are used up. */
export const searchLogs = async (search: LogSearch, step: SearchDown, signal: AbortSignal): Promise<FoundLogs> => {
  const found: NodeLog[] = []
  let to = search.highest
  while (to >= search.lowest && found.length < search.rows) {
    const part = await step(to, signal).catch((error: unknown) => {
      // What was found before is still whole; the next page begins here and reports the error.
      if (to < search.highest && (signal.aborted || isServiceError(error))) return undefined
      throw error
    })
    if (!part) break
    found.push(...part.logs.filter((log) => isBelow(log, search) && log.data.startsWith(search.dataStart ?? '0x')))
    to = part.from - 1
  }
  return { logs: found, searchedFrom: to < search.highest ? to + 1 : undefined }
}

const isBelow = ({ blockNumber, logIndex }: NodeLog, { highest, below }: LogSearch): boolean =>
  below === undefined || blockNumber < highest || logIndex < below
