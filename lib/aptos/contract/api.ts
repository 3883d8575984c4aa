import type { Api } from '#lib/api/endpoint.ts'
import { aptosBlockApi } from './blocks.ts'
import { aptosNftApi } from './nft-interface.ts'

/** A1–A6, the Aptos data API. Server only; a browser has the routes, and this as a type. */
export const aptosApi = { ...aptosNftApi, ...aptosBlockApi } satisfies Api

export type AptosApi = typeof aptosApi
