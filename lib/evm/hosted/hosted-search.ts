import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { findChain } from '#lib/evm/api/chains.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmHit } from '#lib/evm/search/contract.ts'
import type { ContentsOf } from './hosted-blocks.ts'
import type { HostedInterface } from './hosted-interface.ts'

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
