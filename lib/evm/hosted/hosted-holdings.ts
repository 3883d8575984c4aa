import type { Service } from '#lib/api/endpoint.ts'
import { invariant } from '#lib/base/invariant.ts'
import { findChain } from '#lib/evm/api/chains.ts'
import type { PricedTokenBalance } from '#lib/evm/api/records/balances.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import type { HostedInterface } from './hosted-interface.ts'

/** Prices of the hosted service do not say where they are from, so that they are not shown. */
const unpriced = { price: null, usd_value: null }

/** The native coin and the first tokens of an address, in the order of the hosted service. */
export const hostedHoldings =
  (hosted: Pick<HostedInterface, 'nativeBalance' | 'walletTokens'>): Service<EvmExplorerApi>['evmHoldings'] =>
  async ({ address, chain, folded: isFoldedShown, limit }, call) => {
    const input = { address, chain, ...allTokens }
    const { block_number, cursor, result } = await hosted.walletTokens({ ...input, limit }, call)
    const native = result.find(({ native_token }) => native_token)
    const balance =
      native?.balance ?? (await hosted.nativeBalance({ address, chain, to_block: undefined }, call)).balance
    const tokens = result
      .filter(({ native_token, balance }) => !native_token && balance !== '0')
      .map((token) => ({ ...token, folded: foldedOf(token) }))
    const plain = tokens.filter(({ folded }) => folded === null)
    const hidden = tokens.filter(({ folded }) => folded !== null)
    const countOf = (reason: 'spam' | 'unverified'): number => hidden.filter(({ folded }) => folded === reason).length
    const coin = findChain(chain ?? 'eth')
    invariant(coin, 'the hosted service is asked for known chains only')
    const { symbol, decimals } = coin
    return {
      block_number: String(block_number),
      block_timestamp: null,
      native: { balance, balance_formatted: valueDecimal(balance, decimals), symbol, decimals, ...unpriced },
      tokens: [...plain, ...(isFoldedShown ? hidden : [])].map((token) => ({
        token_address: token.token_address,
        name: token.name,
        symbol: token.symbol,
        decimals: token.decimals,
        balance: token.balance,
        balance_formatted: token.balance_formatted,
        verified_contract: token.verified_contract,
        folded: token.folded,
        last_transfer_block: null,
        ...unpriced,
      })),
      value: null,
      token_count: plain.length,
      folded: { spam: countOf('spam'), unverified: countOf('unverified'), zero: 0, refused: 0, failed: 0 },
      has_more: cursor !== null,
      note:
        cursor === null
          ? 'From the hosted service: tokens that it does not know are missing.'
          : `The first ${tokens.length} tokens of the hosted service, which has more.`,
    }
  }

const allTokens = {
  to_block: undefined,
  token_addresses: undefined,
  exclude_spam: false,
  exclude_unverified_contracts: false,
  exclude_native: false,
  cursor: undefined,
}

const foldedOf = ({ possible_spam, decimals, symbol }: PricedTokenBalance): 'spam' | 'unverified' | null => {
  if (possible_spam) return 'spam'
  return decimals === null || symbol === null ? 'unverified' : null
}
