import { renderPlainError } from '#lib/api/error-bodies.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'

export const evmApis: readonly ServedApi[] = [
  {
    name: 'evm',
    title: 'EVM',
    summary: 'NFTs, transactions and ERC20 events on EVM chains.',
    api: evmApi,
    basePath: '',
    twins: [
      {
        from: '/api/v2/',
        to: '/api/v2.2/',
        suffix: 'V22',
        note: 'Parameters that are not listed here are refused with 400; under `/api/v2` they are ignored.',
      },
    ],
    renderError: renderPlainError,
    client: {
      typeFile: 'lib/evm/interface-api.ts',
      type: 'EvmApi',
      routesFile: 'lib/evm/api/interface-routes.ts',
      routes: 'evmRoutes',
    },
  },
]

export const evmExplorerApis: readonly ServedApi[] = [
  {
    name: 'evm-explorer',
    title: 'EVM explorer',
    summary: 'Additional EVM endpoints used by the pages of this explorer.',
    api: evmExplorerApi,
    basePath: '/api/explorer',
    renderError: renderPlainError,
    client: {
      typeFile: 'lib/evm/explorer-api.ts',
      type: 'EvmExplorerApi',
      routesFile: 'lib/evm/api/explorer-routes.ts',
      routes: 'evmExplorerRoutes',
    },
  },
]
