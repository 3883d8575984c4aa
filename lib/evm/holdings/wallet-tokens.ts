import type { Service } from '#lib/api/endpoint.ts'
import { badParameter } from '#lib/base/errors.ts'
import type { PricedTokenBalance, TokenBalance } from '#lib/evm/api/records/balances.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { centsText, usdText } from '#lib/evm/prices/price.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { describedTokens } from '#lib/evm/token/described-tokens.ts'
import { chainLogo } from '#lib/logos/logos.ts'
import { answerHoldings } from './answer-holdings.ts'
import type { balanceEndpoints } from './balance-contract.ts'
import { nativeBalanceAt, type ValuedHoldings, valueHoldings } from './native-balance.ts'

/** The address of the native coin in lists of tokens. */
const nativeAddress = `0x${'e'.repeat(40)}`

/** The native coin and the ERC20 tokens of a wallet. The cursor keeps the block of the first page, and the address shown last. */
export const walletTokensQuery =
  (context: EvmQueryContext): Service<typeof balanceEndpoints>['walletTokens'] =>
  async ({ cursor: askedCursor, limit: askedLimit, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, token_addresses, exclude_spam, exclude_unverified_contracts, exclude_native } = input
    const filters = { ...input, chain: chain.id }
    const binding = { route: 'walletTokens', filters }
    const position = openCursor(context, askedCursor, binding)
    const { limit, page } = position ?? { limit: askedLimit, page: 1 }
    const block = await stateBlockOf(context, chain, position ? Number(position.key[0]) : input.to_block)
    if (position && position.key[1] !== (block.hash ?? null))
      throw badParameter('cursor', 'belongs to a block that was removed by a reorg: start again without it')

    const { held } = await answerHoldings(context, { chain, address, block, tokens: token_addresses }, call)
    const described = await describedTokens(context, chain, held)
    const isNativeAsked = !exclude_native && (!token_addresses?.length || token_addresses.includes(nativeAddress))
    const nativeBalance = isNativeAsked
      ? await nativeBalanceAt(context, chain, address, block, call?.signal)
      : undefined
    const native = nativeBalance === undefined ? [] : [nativeRecord(chain, nativeBalance)]
    const tokens = described
      .map(({ record }) => record)
      .filter(({ possible_spam }) => !(exclude_spam && possible_spam))
      .filter(({ verified_contract }) => !exclude_unverified_contracts || verified_contract)
      .map((record) => unpriced(record, false))
    const all = [...native, ...tokens]
    const from = position ? all.findIndex(({ token_address }) => token_address === position.key[2]) + 1 : 0
    const { shown, cursor } = shownPage(
      context,
      {
        rows: all.slice(from, from + limit + 1),
        limit,
        page,
        keyOf: ({ token_address }) => [block.number, block.hash ?? null, token_address],
      },
      binding,
    )
    const isNow = input.to_block === undefined
    const values = isNow
      ? await valueHoldings(context, chain, { native: nativeBalance, tokens: described.map(({ record }) => record) })
      : null
    return { page, page_size: limit, block_number: block.number, cursor, result: shown.map(pricedBy(values)) }
  }

/** Fills in prices, and shares of the value of all tokens. */
const pricedBy =
  (values: ValuedHoldings | null) =>
  (record: PricedTokenBalance): PricedTokenBalance => {
    const valued = record.native_token ? values?.native : values?.tokens.get(record.token_address)
    if (!values || !valued) return record
    const { price, value } = valued
    return {
      ...record,
      usd_price: usdText(price.usd),
      usd_value: value === null ? null : Number(centsText(value)),
      portfolio_percentage: value === null || values.totalUsd === 0n ? null : shareOf(value, values.totalUsd),
    }
  }

/** A percentage with four decimals. */
const shareOf = (part: bigint, whole: bigint): number => Number((part * 1_000_000n) / whole) / 10_000

const nativeRecord = (chain: ServedChain, balance: bigint): PricedTokenBalance =>
  unpriced(
    {
      token_address: nativeAddress,
      name: chain.symbol,
      symbol: chain.symbol,
      logo: chainLogo(chain.id) ?? null,
      thumbnail: chainLogo(chain.id) ?? null,
      decimals: chain.decimals,
      balance: String(balance),
      possible_spam: false,
      verified_contract: true,
      total_supply: null,
      total_supply_formatted: null,
      percentage_relative_to_total_supply: null,
    },
    true,
  )

const unpriced = (record: TokenBalance, isNative: boolean): PricedTokenBalance => ({
  ...record,
  balance_formatted: valueDecimal(record.balance, record.decimals),
  usd_price: null,
  usd_price_24hr_percent_change: null,
  usd_price_24hr_usd_change: null,
  usd_value: null,
  usd_value_24hr_usd_change: null,
  native_token: isNative,
  portfolio_percentage: null,
})
