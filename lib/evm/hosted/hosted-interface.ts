import type { Service } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'

/** The interface as the hosted service answers it. */
export type HostedInterface = Pick<
  Service<EvmApi>,
  'blockContents' | 'dateToBlock' | 'nativeBalance' | 'tokenMetadata' | 'tokenOwners' | 'transaction' | 'walletTokens'
>
