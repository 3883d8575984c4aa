import type { Service } from '#lib/api/endpoint.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { TokenMetadataRecord } from '#lib/evm/api/records/tokens.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmAddress } from '#lib/evm/wallet/contract.ts'
import type { HostedInterface } from './hosted-interface.ts'

type Tokens = Pick<Service<EvmExplorerApi>, 'evmAddress' | 'evmTokenHolders'>

/** The kind of an address by its ERC20 metadata, its balance, and the owners of a token: the interface has no code and no nonces. */
export const hostedTokens = (
  hosted: Pick<HostedInterface, 'nativeBalance' | 'tokenMetadata' | 'tokenOwners'>,
): Tokens => ({
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
