import { completeHeader } from '#lib/api/coverage.ts'
import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { hexNumber, isHex } from '#lib/base/hex.ts'
import type { TokenBalance } from '#lib/evm/api/records/balances.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { centsText, holdingValue, type Price } from '#lib/evm/prices/price.ts'
import type { StateCache } from '#lib/evm/query/caches/state-cache.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'
import { needsNodeForBalances, stateBlockOf, stateKey } from '#lib/evm/query/state-block.ts'
import { readPrices } from '#lib/evm/query/token-prices.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { describedTokens } from '#lib/evm/token/described-tokens.ts'
import { pricesAreOff } from '#lib/evm/token/erc20-metadata.ts'
import { answerHoldings } from './answer-holdings.ts'
import { balanceBlockHeader, type balanceEndpoints } from './balance-contract.ts'
import type { netWorthEndpoints } from './net-worth-contract.ts'

/** A holding's price, and its value in 10^-36 dollars; null if it is more than the pool could pay. */
export type Valued = { price: Price; value: bigint | null }

export type ValuedHoldings = {
  native: Valued | undefined
  /** By address, in lower case. */
  tokens: ReadonlyMap<string, Valued>
  totalUsd: bigint
  /** Holdings in the total. */
  valuedCount: number
}

type Held = Pick<TokenBalance, 'token_address' | 'decimals' | 'balance' | 'possible_spam'>

/** The values of holdings. Spam has no price, whatever its pool says. Null if prices are off or cannot be read. */
export const valueHoldings = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { native, tokens }: { native: bigint | undefined; tokens: readonly Held[] },
): Promise<ValuedHoldings | null> => {
  const asked = tokens.flatMap(({ token_address: address, decimals, possible_spam }) =>
    isHex(address) && decimals !== null && !possible_spam ? [{ address, decimals }] : [],
  )
  const prices = await readPrices(context, chain, asked)
  if (!prices) return null
  const coin = prices.native && native !== undefined ? valued(native, chain.decimals, prices.native) : undefined
  const values = new Map<string, Valued>()
  for (const { token_address, decimals, balance, possible_spam } of tokens) {
    const price = prices.tokens.get(token_address)
    if (price && decimals !== null && !possible_spam)
      values.set(token_address, valued(BigInt(balance), decimals, price))
  }
  const all = [...(coin ? [coin] : []), ...values.values()].flatMap(({ value }) => value ?? [])
  return {
    native: coin,
    tokens: values,
    totalUsd: all.reduce((sum, value) => sum + value, 0n),
    valuedCount: all.length,
  }
}

const valued = (balance: bigint, decimals: number, price: Price): Valued => ({
  price,
  value: holdingValue(balance, decimals, price),
})

/** The balance of the native coin. */
export const nativeBalanceQuery =
  (context: EvmQueryContext): Service<typeof balanceEndpoints>['nativeBalance'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const block = await stateBlockOf(context, chain, input.to_block)
    const balance = await nativeBalanceAt(context, chain, input.address, block, call?.signal)
    call?.setHeader?.(balanceBlockHeader, String(block.number))
    return { balance: String(balance) }
  }

type Reader = NonNullable<EvmNodeAccess['balance']>
type At = Parameters<(chain: ServedChain, address: string, block: StateBlock, signal: AbortSignal | undefined) => void>

/** In the coin's smallest unit. @throws not_available without a node, or one that has no state of that block */
export const nativeBalanceAt = ({ node, stateReads }: EvmQueryContext, ...at: At): Promise<bigint> =>
  numberAt(node.balance, stateReads.balances, at)

/** How many transactions an account has sent up to a block. @throws as `nativeBalanceAt` */
export const nonceAt = ({ node, stateReads }: EvmQueryContext, ...at: At): Promise<bigint> =>
  numberAt(node.nonce, stateReads.nonces, at)

const numberAt = async (
  reader: Reader | undefined,
  kept: StateCache<bigint>,
  [chain, address, block, signal]: At,
): Promise<bigint> => {
  if (!reader || !isHex(address)) throw needsNodeForBalances(chain)
  const read = (either?: AbortSignal) => reader(chain, address, block, either)
  if (block.hash === undefined) return await read(signal)
  return await kept.read(stateKey(chain, block, address), read, signal)
}

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
