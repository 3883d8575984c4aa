import type { CallContext, Input, Service } from '#lib/api/endpoint.ts'
import { type EvmQueryContext, openCursor } from '#lib/evm/query/context.ts'
import { type AddressMarks, marksOf } from '#lib/evm/query/flags.ts'
import { type ListPosition, rangedChain, readPosition } from '#lib/evm/query/ranged-chain.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import type { erc20Endpoints } from './contract.ts'
import {
  type Erc20List,
  erc20BurnRecord,
  erc20EventRecord,
  erc20MintRecord,
  erc20Page,
  erc20Plans,
  type StoredErc20Event,
} from './erc20-plans.ts'

const bothSides = ['from_address', 'to_address'] as const
const lists = {
  erc20Transfers: { table: 'evm_erc20_transfers', walletColumns: bothSides },
  erc20Approvals: { table: 'evm_erc20_approvals', walletColumns: bothSides },
  erc20Burns: { table: 'evm_erc20_transfers', walletColumns: ['from_address'], isBurns: true },
  erc20Mints: { table: 'evm_erc20_transfers', walletColumns: ['to_address'], isMints: true },
} satisfies Record<string, Erc20List>

export const erc20TransfersQuery =
  (context: EvmQueryContext): Service<typeof erc20Endpoints>['erc20Transfers'] =>
  async (input, call) => {
    const { cursor, events, marks } = await readList(context, 'erc20Transfers', input, call)
    return { cursor, result: events.map((row) => erc20EventRecord(row, marks)) }
  }

/** The owner is the sender, the spender the receiver. */
export const erc20ApprovalsQuery =
  (context: EvmQueryContext): Service<typeof erc20Endpoints>['erc20Approvals'] =>
  async (input, call) => {
    const { cursor, events, marks } = await readList(context, 'erc20Approvals', input, call)
    return { cursor, result: events.map((row) => erc20EventRecord(row, marks)) }
  }

/** Transfers to the zero address. */
export const erc20BurnsQuery =
  (context: EvmQueryContext): Service<typeof erc20Endpoints>['erc20Burns'] =>
  async (input, call) => {
    const { cursor, events, marks } = await readList(context, 'erc20Burns', input, call)
    return { cursor, result: events.map((row) => erc20BurnRecord(row, marks)) }
  }

/** Transfers from the zero address. */
export const erc20MintsQuery =
  (context: EvmQueryContext): Service<typeof erc20Endpoints>['erc20Mints'] =>
  async (input, call) => {
    const { cursor, events, marks } = await readList(context, 'erc20Mints', input, call)
    return { cursor, result: events.map((row) => erc20MintRecord(row, marks)) }
  }

type ListPage = { cursor: string | null; events: StoredErc20Event[]; marks: AddressMarks }
type ListInput = Input<(typeof erc20Endpoints)['erc20Transfers']>

/**
 * One page of a list. It may have fewer events than requested, or none, and still a cursor: a request scans a bounded
 * number of rows, and the next one continues from there.
 */
const readList = async (
  context: EvmQueryContext,
  route: keyof typeof lists,
  { chain: chainName, limit: requestedLimit, cursor: requestedCursor, ...filters }: ListInput,
  call: CallContext | undefined,
): Promise<ListPage> => {
  const chain = context.served.resolve(chainName)
  const binding = { route, filters: { chain: chain.id, ...filters } }
  const opened = openCursor(context, requestedCursor, binding)
  const { limit, page } = opened ?? { limit: requestedLimit, page: 1 }
  const list = lists[route]
  const plans = erc20Plans(list, filters)
  const { from_block: lowest = 0, to_block, contract_addresses } = filters
  const blocks = { first: lowest, last: to_block }
  await reportCoverage(context.coverage, chain, call, { blocks, contracts: contract_addresses })
  if (!plans.length) return { cursor: null, events: [], marks: await marksOf(context, chain.id, []) }

  const start: ListPosition | undefined = to_block === undefined ? undefined : [to_block + 1]
  const before: ListPosition | undefined = opened ? opened.key.map(Number) : start
  const ranged = await rangedChain(context, chain)
  const query = { list, ...ranged, plans, floor: [lowest], before, rows: limit + 1 }
  const { events, examinedTo } = await erc20Page(context.store.db, query)

  const shown = events.slice(0, limit)
  const contracts = shown.map(({ token_address }) => token_address)
  const marks = await marksOf(context, chain.id, contracts)
  const last = shown.at(-1)
  const key = events.length > limit && last ? readPosition(list.table, last) : examinedTo
  if (!key) return { cursor: null, events: shown, marks }
  const issuedAt = Math.floor(context.now() / 1_000)
  const next = { limit, key, page: page + 1, total: null, snapshot: null, issuedAt }
  return { cursor: context.cursors.seal(next, binding), events: shown, marks }
}
