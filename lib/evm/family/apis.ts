import { renderPlainError } from '#lib/api/error-bodies.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import { evmApi } from '#lib/evm/contract/api.ts'
import { evmExplorerApi } from '#lib/evm/contract/explorer.ts'

export const evmApis: readonly ServedApi[] = [
  {
    name: 'evm',
    title: 'EVM',
    summary: 'NFTs, transactions and ERC20 events of EVM chains.',
    api: evmApi,
    basePath: '',
    twins: [
      {
        from: '/api/v2/',
        to: '/api/v2.2/',
        suffix: 'V22',
        note: 'A parameter that is not listed here is refused with 400; under `/api/v2` it is ignored.',
      },
    ],
    renderError: renderPlainError,
    client: { folder: 'lib/evm/contract', file: 'api.ts', type: 'EvmApi', routes: 'evmRoutes' },
  },
]

export const evmExplorerApis: readonly ServedApi[] = [
  {
    name: 'evm-explorer',
    title: 'EVM explorer',
    summary: 'What the pages of this explorer ask about EVM chains beyond the data interface.',
    api: evmExplorerApi,
    basePath: '/api/explorer',
    renderError: renderPlainError,
    client: {
      folder: 'lib/evm/contract',
      file: 'explorer.ts',
      type: 'EvmExplorerApi',
      routes: 'evmExplorerRoutes',
      routesFile: 'explorer-routes.ts',
    },
  },
]
