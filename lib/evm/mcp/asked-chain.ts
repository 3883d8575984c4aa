import type { Coverage } from '#lib/api/coverage.ts'
import type { CallContext, Client } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import type { KnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { askPage, mapPage } from '#lib/mcp/page.ts'
import type { ToolCall, ToolCoverage } from '#lib/mcp/tool.ts'
import { toolCoverage } from '#lib/mcp/tool-result.ts'

/** The services of this server, in process. */
export type EvmServices = {
  client: Client<EvmApi>
  explorer: Client<EvmExplorerApi>
  /** Names of functions whose contract has no known ABI. */
  signatures: Pick<KnownSignatures, 'guessCall'>
}

/** The chain of a call, and how far it is indexed. */
export type AskedChain = {
  chain: string
  /** The newest indexed block. */
  block: string | null
  indexed: ToolCoverage
  /** Answered by the hosted service, whose lists of a wallet have no filters but blocks and dates. */
  isHosted: boolean
  symbol: string
  coin: (value: string) => string | null
}

const hostedNote = 'Answered by the hosted service, which does not say which blocks it has.'

export const indexedOf = (state: EvmChainState): ToolCoverage => {
  const ranges = state.coverage === null || state.coverage === 'none' ? [] : state.coverage.split(',')
  const note = state.source === 'hosted' ? hostedNote : state.coverage_note
  return {
    complete: state.index_complete,
    from: ranges.at(-1)?.split('-')[0] ?? null,
    to: ranges[0]?.split('-')[1] ?? null,
    ...(ranges.length > 1 && state.coverage !== null && { ranges: state.coverage }),
    ...(note !== null && { note }),
  }
}

/** The default of the contracts is eth, or the first served chain. @throws chain_not_served */
export const askedChain = async (
  { explorer }: EvmServices,
  chain: string | undefined,
  call: ToolCall,
): Promise<AskedChain> => {
  const { result } = await explorer.evmChains({}, { signal: call.signal })
  const wanted = chain ?? 'eth'
  const found = result.find((one) => one.chain === wanted || one.chain_id === wanted)
  const state = found ?? (chain === undefined ? result[0] : undefined)
  if (state === undefined)
    throw new ServiceError('chain_not_served', `The chain ${wanted.slice(0, 40)} is not served here.`)
  return placeOf(state)
}

/** All served chains. */
export const readPlaces = async ({ explorer }: EvmServices, { signal }: ToolCall): Promise<AskedChain[]> =>
  (await explorer.evmChains({}, { signal })).result.map(placeOf)

const placeOf = (state: EvmChainState): AskedChain => ({
  chain: state.chain,
  block: state.indexed_block,
  indexed: indexedOf(state),
  isHosted: state.source === 'hosted',
  symbol: state.symbol,
  coin: (value) => valueDecimal(value, state.decimals),
})

/** The head of every answer about a chain. `coverage` is that of a list; other answers have the one of the chain. */
export const headOf = ({ chain, block, indexed }: AskedChain, coverage?: Coverage) => ({
  chain,
  block,
  coverage: coverage === undefined ? indexed : toolCoverage(coverage),
  indexed,
})

type PageQuestion<Row> = {
  name: string
  paging: { cursor?: string | undefined; limit: number }
  ask: (
    page: { cursor?: string | undefined; limit: number },
    context: CallContext,
  ) => Promise<{ result: Row[]; cursor: string | null }>
  shape: (row: Row) => unknown
  facts?: (answer: { result: Row[] }) => Record<string, unknown>
  hint?: string
}

/** A page of a list as an answer, with the coverage that the list reports. */
export const pageAnswer = async <Row>(
  asked: AskedChain,
  call: ToolCall,
  { name, paging, ask, shape, facts, hint }: PageQuestion<Row>,
) => {
  let found: Awaited<ReturnType<typeof call.ask<{ result: Row[]; cursor: string | null }>>> | undefined
  const page = await askPage(paging, async (paged) => {
    found = await call.ask((context) => ask(paged, context))
    return found.answer
  })
  return {
    ...headOf(asked, found?.coverage),
    ...(found && facts && { facts: facts(found.answer) }),
    list: { name, page: mapPage(page, shape), isOfRange: true },
    ...(hint !== undefined && { hint }),
  }
}
