import { completeHeader } from '#lib/api/coverage.ts'
import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { hexNumber } from '#lib/base/hex.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { centsText } from '#lib/evm/prices/price.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { describedTokens } from '#lib/evm/token/described-tokens.ts'
import { pricesAreOff } from '#lib/evm/token/token-prices.ts'
import { answerHoldings } from './answer-holdings.ts'
import { nativeBalanceAt } from './native-balance.ts'
import type { netWorthEndpoints } from './net-worth-contract.ts'
import { valueHoldings } from './value-holdings.ts'

/** Each chain by itself: one without an answer does not take the others with it. */
export const walletNetWorthQuery =
  (context: EvmQueryContext): Service<typeof netWorthEndpoints>['walletNetWorth'] =>
  async ({ address, chains, exclude_unverified_contracts }, call) => {
    const { served, prices } = context
    if (!prices) throw pricesAreOff()
    const asked = chains?.length ? [...new Set(chains.map((chain) => served.resolve(chain)))] : served.all
    const priced = asked.filter((chain) => prices.sourcesOf(chain))
    const worths = await Promise.all(
      priced.map(async (chain) => ({
        chain,
        worth: await worthOn(context.of(chain), chain, address, { exclude_unverified_contracts, call }),
      })),
    )
    const known = worths.flatMap(({ worth }) => worth ?? [])
    const isComplete = known.length === asked.length && known.every((one) => one.isComplete)
    call?.setHeader?.(completeHeader, String(isComplete))
    return {
      total_networth_usd: centsText(known.reduce((sum, { usd }) => sum + usd, 0n)),
      chains: known.map(({ record }) => record),
      unsupported_chain_ids: asked.filter((chain) => !priced.includes(chain)).map(({ id }) => hexNumber(id)),
      unavailable_chains: worths.flatMap(({ chain, worth }) => (worth ? [] : [{ chain_id: hexNumber(chain.id) }])),
    }
  }

type Asked = { exclude_unverified_contracts: boolean; call: CallContext | undefined }

/** Undefined if the chain or its prices cannot be read now. */
const worthOn = async (
  own: EvmQueryContext,
  chain: ServedChain,
  address: string,
  { exclude_unverified_contracts, call }: Asked,
) => {
  try {
    const block = await stateBlockOf(own, chain, undefined)
    const signal = call?.signal
    const { held, coverage } = await answerHoldings(own, { chain, address, block }, { signal })
    const described = (await describedTokens(own, chain, held)).map(({ record }) => record)
    const tokens = described.filter(({ verified_contract }) => verified_contract || !exclude_unverified_contracts)
    const native = await nativeBalanceAt(own, chain, address, block, signal)
    const values = await valueHoldings(own, chain, { native, tokens })
    if (!values) return undefined
    const coin = values.native?.value ?? 0n
    return {
      usd: values.totalUsd,
      isComplete: coverage.isComplete,
      record: {
        chain: chain.name,
        native_balance: String(native),
        native_balance_formatted: valueDecimal(String(native), chain.decimals) ?? String(native),
        native_balance_usd: centsText(coin),
        token_balance_usd: centsText(values.totalUsd - coin),
        networth_usd: centsText(values.totalUsd),
      },
    }
  } catch (error) {
    call?.signal?.throwIfAborted()
    if (!isServiceError(error)) throw error
    return undefined
  }
}
