import type { Api, Endpoint } from '#lib/api/endpoint.ts'
import { aptosApi } from '#lib/aptos/contract/api.ts'
import { aptosExplorerApi } from '#lib/aptos/contract/explorer.ts'
import { evmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import { evmApi } from '#lib/evm/contract/interface/api.ts'
import { signInApi } from '#lib/sign-in/contract/api.ts'

/** Every API that is served, as it is mounted: the two explorer parts share one address. */
export const everyApi: Record<string, Api> = {
  evm: evmApi,
  aptos: aptosApi,
  signIn: signInApi,
  explorer: { ...evmExplorerApi, ...aptosExplorerApi },
}

export const everyEndpoint: { title: string; name: string; api: Api; endpoint: Endpoint }[] = Object.entries(
  everyApi,
).flatMap(([system, api]) =>
  Object.entries(api).map(([name, endpoint]) => ({ title: `${system}.${name}`, name, api, endpoint })),
)
