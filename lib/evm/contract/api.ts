import type { Api } from '#lib/api/endpoint.ts'
import { erc20Endpoints } from './erc20-endpoints.ts'
import { nftEndpoints } from './nft-endpoints.ts'
import { transactionEndpoints } from './transaction-endpoints.ts'

/** E1–E14, the EVM data API. Server only; a browser has the routes, and this as a type. */
export const evmApi = { ...nftEndpoints, ...transactionEndpoints, ...erc20Endpoints } satisfies Api

export type EvmApi = typeof evmApi
