import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { hexNumber } from '#lib/base/hex.ts'
import { findChain, knownEvmChains as knownChains } from '#lib/evm/api/chains.ts'
import { noPositions } from '#lib/evm/api/no-positions.ts'
import type { EvmChain } from '#lib/evm/api/own-chains.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { looksOf } from '#lib/evm/network/chain-states.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmHit } from '#lib/evm/search/contract.ts'
import type { ContentsOf, HostedInterface } from './hosted-blocks.ts'

type Search = Service<EvmExplorerApi>['evmSearch']

/** Finds an address, a hash or a block number on one chain, with at most two calls. The interface has no search by name. */
export const hostedSearch =
  ({ hosted, contentsOf }: { hosted: Pick<HostedInterface, 'transaction'>; contentsOf: ContentsOf }): Search =>
  async ({ q, chain = 'eth' }, call) => {
    const title = findChain(chain)?.title ?? chain
    const wanted = q.trim().toLowerCase()
    const address = addressPattern.exec(wanted)?.[1]
    if (address) return { result: [{ type: 'address', chain, value: `0x${address}`, title: `Address on ${title}` }] }
    const blockHits = async (value: string): Promise<EvmHit[]> => {
      const found = await ifFound(contentsOf(chain, value, call))
      return found ? [{ type: 'block', chain, value, title: `Block ${found.block.block_number} on ${title}` }] : []
    }
    const hexHash = /^(?:0x)?([0-9a-f]{64})$/.exec(wanted)?.[1]
    if (hexHash) {
      const hash = `0x${hexHash}`
      const found = await ifFound(hosted.transaction({ transaction_hash: hash, chain, include: undefined }, call))
      if (found) return { result: [{ type: 'transaction', chain, value: hash, title: `Transaction on ${title}` }] }
      return { result: await blockHits(hash) }
    }
    const number = /^#?(\d{1,3}(?:,\d{3})+|\d{1,15})$/.exec(wanted)?.[1]?.replaceAll(',', '')
    return { result: number ? await blockHits(String(Number(number))) : [] }
  }

const addressPattern = /^(?:0x)?([0-9a-f]{40})$/
const isAddress = (text: string): boolean => addressPattern.test(text.trim().toLowerCase())

const ifFound = async <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (isServiceError(error, 'not_found')) return undefined
    throw error
  }
}

type Served = (call: CallContext | undefined) => Promise<readonly string[]>

/** Chains that a search without a chain asks the hosted service for: each costs up to two calls. */
const searchedMax = 3

/**
 * A search that also asks the hosted service for a hash or number that the own index does not have, on the first of the chains that only
 * the hosted service serves. Pages offer an address on every chain without asking.
 */
export const withHostedHits =
  (own: Search, hosted: Search, hostedChains: Served): Search =>
  async (input, call) => {
    const answer = await own(input, call)
    const isFound = answer.result.length > 0 || answer.name !== undefined
    if (input.chain !== undefined || isFound || isAddress(input.q)) return answer
    const chains = (await hostedChains(call)).slice(0, searchedMax)
    const answers = await Promise.allSettled(chains.map(async (chain) => await hosted({ ...input, chain }, call)))
    const silent = chains.filter((_, index) => answers[index]?.status === 'rejected')
    const unanswered = [...(answer.unanswered ?? []), ...silent.map((chain) => findChain(chain)?.title ?? chain)]
    return {
      ...answer,
      result: answers.flatMap((one) => (one.status === 'fulfilled' ? one.value.result : [])),
      ...(unanswered.length > 0 && { unanswered }),
    }
  }

/** Names of the chains that the hosted service reports; undefined if it does not report them. */
type HostedServedChains = () => Promise<ReadonlySet<string> | undefined>

type HostedServedChainsOptions = {
  /** Requests the list of chains of another Spyglass. The public service has no such endpoint: `not_found`. */
  ask: () => Promise<readonly { chain: string }[]>
  /** Monotonic milliseconds. */
  now?: () => number
  /** The first pages wait this long for the first answer; later ones never wait. */
  waitMs?: number
}

const freshMs = 3_600_000
const retryMsFirst = 30_000

/**
 * Which chains a hosted service serves. Another Spyglass serves what its operator has configured, so that chains it
 * does not serve are left out of menus, search and timelines.
 */
export const createHostedServedChains = ({
  ask,
  now = () => performance.now(),
  waitMs = 1_000,
}: HostedServedChainsOptions): HostedServedChains => {
  let served: ReadonlySet<string> | undefined
  let fetchAt = Number.NEGATIVE_INFINITY
  let refreshMs = retryMsFirst
  let asking: Promise<void> | undefined
  let first: Promise<void> | undefined

  const refresh = async (): Promise<void> => {
    try {
      const chains = await ask()
      served = chains.length > 0 ? new Set(chains.map(({ chain }) => chain)) : undefined
      fetchAt = now() + freshMs
      refreshMs = retryMsFirst
    } catch (error) {
      fetchAt = isServiceError(error, 'not_found') ? Number.POSITIVE_INFINITY : now() + refreshMs
      refreshMs = Math.min(freshMs, 2 * refreshMs)
    } finally {
      asking = undefined
    }
  }

  return async () => {
    if (asking === undefined && now() >= fetchAt) asking = refresh()
    first ??= atMost(asking ?? Promise.resolve(), waitMs)
    await first
    return served
  }
}

const atMost = (work: Promise<void>, ms: number): Promise<void> => {
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, isLate]).finally(() => clearTimeout(timer))
}

/** Why a hosted service cannot answer a call of that chain; undefined when it can. */
export const refuseOwnChains = ({ chain }: Record<string, unknown>): string | undefined => {
  if (typeof chain !== 'string') return undefined
  const known = findChain(chain)
  if (known !== undefined && !known.isPrivate) return undefined
  return `The hosted service does not serve the chain ${chain.slice(0, 40)}.`
}

const hostedChain = (chain: EvmChain): EvmChainState => ({
  chain: chain.name,
  title: chain.title,
  chain_id: hexNumber(chain.id),
  symbol: chain.symbol,
  decimals: chain.decimals,
  ...looksOf(chain),
  source: 'hosted',
  status: 'SYNCED',
  ...noPositions,
  error: null,
})

/**
 * The chains of our own index, then those that only the hosted service serves: every public chain, unless it lists its own. A search without a
 * chain looks on both.
 */
export const withHostedChains = (
  explorer: Service<EvmExplorerApi>,
  servedThere: HostedServedChains,
  hosted: Pick<Service<EvmExplorerApi>, 'evmSearch'>,
): Service<EvmExplorerApi> => {
  const evmChains: Service<EvmExplorerApi>['evmChains'] = async (input, context) => {
    const [{ result }, served] = await Promise.all([explorer.evmChains(input, context), servedThere()])
    const own = new Set(result.map(({ chain }) => chain))
    const isHosted = ({ name, isPrivate }: EvmChain): boolean =>
      !isPrivate && !own.has(name) && (served?.has(name) ?? true)
    return { result: [...result, ...knownChains().filter(isHosted).map(hostedChain)] }
  }
  const hostedNames = async (call: CallContext | undefined): Promise<string[]> =>
    (await evmChains({}, call)).result.filter(({ source }) => source === 'hosted').map(({ chain }) => chain)
  return { ...explorer, evmChains, evmSearch: withHostedHits(explorer.evmSearch, hosted.evmSearch, hostedNames) }
}
