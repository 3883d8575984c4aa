import type { Service } from '#lib/api/endpoint.ts'
import { toInteger } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { TokenWords } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { readTokenMetadata, type TokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { wordQuestions, wordsIn } from '#lib/evm/query/token-words.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import type { tokenEndpoints } from './contract.ts'

/** `totalSupply()`, then the words. */
const questions: readonly Hex[] = ['0x18160ddd', ...wordQuestions]
const wordBytes = 32

/** Names, symbols, decimals and supply of ERC20 tokens. */
export const erc20MetadataQuery =
  (context: EvmQueryContext): Service<typeof tokenEndpoints>['tokenMetadata'] =>
  async ({ addresses, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const [known, marks, readStates] = await Promise.all([
      readTokenMetadata(context.store.db, chain.id, addresses),
      marksOf(context, chain.id, addresses),
      askTokens(context, chain, addresses.filter(isHex), call?.signal),
    ])
    const labelOf = labelsOn(context.known, chain.id)
    return addresses.map((address, index) => {
      const fromNode = readStates[index]
      const { name, symbol, decimals, isListed } = known.get(address) ?? unknownToken
      const { possible_spam, verified_collection } = marks.flags(address)
      const isUnknown = symbol === null && decimals === null
      const shownDecimals = decimals ?? fromNode?.decimals ?? null
      const supply = fromNode?.supply ?? null
      return {
        address,
        address_label: labelOf(address),
        name: isUnknown ? (fromNode?.name ?? name) : name,
        symbol: symbol ?? fromNode?.symbol ?? null,
        decimals: shownDecimals === null ? null : String(shownDecimals),
        logo: marks.logoOf(address),
        logo_hash: null,
        thumbnail: marks.logoOf(address),
        total_supply: supply,
        total_supply_formatted: supply === null ? null : valueDecimal(supply, shownDecimals),
        block_number: null,
        validated: null,
        created_at: null,
        possible_spam,
        verified_contract: verified_collection || isListed,
      }
    })
  }

const unknownToken: TokenMetadata = { name: null, symbol: null, decimals: null, isListed: false }

type Told = TokenWords & { supply: string | null }

/** The values that contracts return after the newest indexed block; empty if no node answers. */
const askTokens = async (
  context: EvmQueryContext,
  chain: ServedChain,
  addresses: readonly Hex[],
  signal: AbortSignal | undefined,
): Promise<Told[]> => {
  const { callContracts } = context.node
  if (!callContracts) return []
  const calls = addresses.flatMap((to) => questions.map((data) => ({ to, data })))
  try {
    const block = await stateBlockOf(context, chain, undefined)
    const answers = await callContracts(chain, calls, block, signal)
    return addresses.map((_, index) => {
      const [supply = 'failed', ...words] = answers.slice(index * questions.length, (index + 1) * questions.length)
      const bytes = typeof supply === 'string' ? null : supply
      return {
        supply: bytes?.length === wordBytes ? String(toInteger(bytes)) : null,
        ...wordsIn(words),
      }
    })
  } catch (error) {
    if (signal?.aborted || !isServiceError(error)) throw error
    return []
  }
}
