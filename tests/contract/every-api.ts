import { accountApi } from '#lib/account/contract/account-api.ts'
import { signInApi } from '#lib/account/contract/api.ts'
import type { Api, Endpoint } from '#lib/api/endpoint.ts'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'

/** Every API that is served, as it is mounted: the two explorer parts share one address. */
export const everyApi: Record<string, Api> = {
  evm: evmApi,
  aptos: aptosApi,
  signIn: signInApi,
  account: accountApi,
  explorer: { ...evmExplorerApi, ...aptosExplorerApi },
}

export const everyEndpoint: { title: string; name: string; api: Api; endpoint: Endpoint }[] = Object.entries(
  everyApi,
).flatMap(([system, api]) =>
  Object.entries(api).map(([name, endpoint]) => ({ title: `${system}.${name}`, name, api, endpoint })),
)
