import type { Service } from '#lib/api/endpoint.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import { findChain } from '#lib/evm/api/chains.ts'
import type { PricedTokenBalance } from '#lib/evm/api/records/balances.ts'
import type { TokenMetadataRecord } from '#lib/evm/api/records/tokens.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import type { EvmAddress } from '#lib/evm/wallet/contract.ts'
import { type HostedInterface, hostedBlocks } from './hosted-blocks.ts'
import { hostedSearch } from './hosted-search.ts'

/** Prices of the hosted service do not say where they are from, so that they are not shown. */
const unpriced = { price: null, usd_value: null }

/** Why the hosted service flags a token is not known. */
const unrated = { is_imitation: false, imitates: null, is_zero_value: false, is_dust: null, spam_reasons: [] }

/** The native coin and the first tokens of an address, in the order of the hosted service. */
const hostedHoldings =
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
        ...unrated,
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

type Tokens = Pick<Service<EvmExplorerApi>, 'evmAddress' | 'evmTokenHolders'>

/** The kind of an address by its ERC20 metadata, its balance, and the owners of a token: the interface has no code and no nonces. */
const hostedTokens = (hosted: Pick<HostedInterface, 'nativeBalance' | 'tokenMetadata' | 'tokenOwners'>): Tokens => ({
  evmAddress: async ({ address, chain }, call) => {
    const [[token], balance] = await Promise.all([
      hosted.tokenMetadata({ addresses: [address], chain }, call),
      hosted
        .nativeBalance({ address, chain, to_block: undefined }, call)
        .then((found) => found.balance, nothingIfRefused),
    ])
    return {
      address,
      label: token?.address_label ?? null,
      ...kindOf(token),
      account: null,
      user_operation_role: null,
      delegate: null,
      delegate_label: null,
      forwards_to: null,
      code_bytes: null,
      balance,
      nonce: null,
      block_number: null,
    }
  },
  evmTokenHolders: async ({ address, chain, limit, cursor }, call) => {
    const input = { token_address: address, chain, limit, cursor, order: 'DESC' } as const
    const page = await hosted.tokenOwners(input, call)
    return {
      cursor: page.cursor,
      status: 'COUNTED',
      result: page.result.map((owner) => ({
        address: owner.owner_address,
        address_label: owner.owner_address_label,
        balance: owner.balance,
        percent: owner.percentage_relative_to_total_supply,
      })),
    }
  },
})

/** Without its balance, what an address is still is known. */
const nothingIfRefused = (error: unknown): null => {
  if (!isServiceError(error)) throw error
  return null
}

/** Only a contract has a symbol, and only an ERC20 token has decimals. Without either, an address may be anything. */
const kindOf = (token: TokenMetadataRecord | undefined): Pick<EvmAddress, 'kind' | 'contract_type'> => {
  if (!token?.symbol) return { kind: null, contract_type: null }
  return token.decimals === null ? { kind: 'contract', contract_type: null } : { kind: 'token', contract_type: 'ERC20' }
}

export type HostedExplorer = Pick<
  Service<EvmExplorerApi>,
  | 'evmAddress'
  | 'evmBlock'
  | 'evmBlockTransactions'
  | 'evmBlocks'
  | 'evmHoldings'
  | 'evmSearch'
  | 'evmTokenHolders'
  | 'evmTransactions'
>

/**
 * The endpoints of the explorer that the interface can answer, each with at most three calls to the hosted service. What needs a node
 * or an index is left out: the gateway answers it with `not_available`.
 */
export const createHostedExplorer = (hosted: HostedInterface, now: () => number = Date.now): HostedExplorer => {
  const { contentsOf, ...blocks } = hostedBlocks(hosted, now)
  return {
    ...blocks,
    ...hostedTokens(hosted),
    evmHoldings: hostedHoldings(hosted),
    evmSearch: hostedSearch({ hosted, contentsOf }),
  }
}
