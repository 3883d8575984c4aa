import type { Input } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type EvmExplorerApi, evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createEvmExplorerService } from '#lib/evm/family/service.ts'
import { createStateReads } from '#lib/evm/query/caches/state-reads.ts'
import { createCursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'

const asksPerList = 200
const rounds = 3

export type ListName = keyof EvmExplorerApi
export type ExplorerQuestion = { name: string; list: ListName; raw: () => Record<string, unknown> }

const percentiles = (times: Iterable<number>): string => {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  return `${at(0.5)} / ${at(0.99)}`
}

type Page = { cursor: string | null; result: readonly unknown[] }

/** The first page of 25 and the next, p50 / p99 of 200 requests in ms, each by the best of three rounds. */
export const measureExplorerList = async (store: Store<EvmTables>, { name, list, raw }: ExplorerQuestion) => {
  const served = createServedChains([{ name: 'eth', keepsTraces: true }])
  const cursors = createCursors(new Uint8Array(32))
  const service = createEvmExplorerService({ store, served, cursors, stateReads: createStateReads(), now: Date.now })
  const ask = async (input: Record<string, unknown>): Promise<Page> => {
    const answer = service[list] as unknown as (input: Input<EvmExplorerApi[ListName]>) => Promise<Page>
    return await answer(parseInput(evmExplorerApi[list], { chain: 'eth', limit: '25', ...written(input) }) as never)
  }
  const asks = Array.from({ length: asksPerList }, raw)
  const [first, next] = [new Map<number, number>(), new Map<number, number>()]
  let rows = 0
  const timed = async (into: Map<number, number>, turn: number, input: Record<string, unknown>): Promise<Page> => {
    const startedAt = performance.now()
    const page = await ask(input)
    into.set(turn, Math.min(performance.now() - startedAt, into.get(turn) ?? Number.POSITIVE_INFINITY))
    return page
  }
  for (let round = 0; round < rounds; round++)
    for (const [turn, input] of asks.entries()) {
      const { cursor, result } = await timed(first, turn, input)
      rows += result.length
      if (cursor) await timed(next, turn, { ...input, cursor })
    }
  return {
    list: name,
    'page 1 ms': percentiles(first.values()),
    'next page ms': percentiles(next.values()),
    rows: Math.round(rows / asks.length / rounds),
  }
}

/** As a request has them. */
const written = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
