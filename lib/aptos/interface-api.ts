import type { Api } from '#lib/api/endpoint.ts'
import { aptosBlockApi } from './block/contract.ts'
import { aptosNftApi } from './nft/interface-contract.ts'

/** The Aptos data API. Server only; a browser has the routes, and this as a type. */
export const aptosApi = { ...aptosNftApi, ...aptosBlockApi } satisfies Api

export type AptosApi = typeof aptosApi
