import type { RawParameters } from '#lib/api/raw-input.ts'
import type { aptosExplorerRoutes, aptosRoutes } from '#lib/aptos/contract/routes.ts'
import type { evmExplorerRoutes, evmRoutes } from '#lib/evm/contract/routes.ts'

export type SourceApi = 'evm' | 'evm-explorer' | 'aptos' | 'aptos-explorer'

/** One question to one API, as a page asks it: `api` and `name` are those of the reference pages. */
export type SourceCall = { api: SourceApi; name: string; input: RawParameters }

const callTo =
  <Routes>(api: SourceApi) =>
  (name: keyof Routes & string, input: RawParameters): SourceCall => ({ api, name, input })

export const evmCall = callTo<typeof evmRoutes>('evm')
export const evmExplorerCall = callTo<typeof evmExplorerRoutes>('evm-explorer')
export const aptosCall = callTo<typeof aptosRoutes>('aptos')
export const aptosExplorerCall = callTo<typeof aptosExplorerRoutes>('aptos-explorer')
