import { renderEvmError, renderNestError } from './api/error-bodies.ts'
import type { ServedApi } from './api/reference.ts'
import { aptosApi } from './aptos/contract/api.ts'
import { aptosExplorerApi } from './aptos/contract/explorer.ts'
import { evmApi } from './evm/contract/api.ts'
import { evmExplorerApi } from './evm/contract/explorer.ts'
import { signInApi } from './sign-in/contract/api.ts'

/** Everything that this server answers, as the reference pages and the OpenAPI document show it. */
export const servedApis: readonly ServedApi[] = [
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
    renderError: renderEvmError,
    client: { folder: 'lib/evm/contract', file: 'api.ts', type: 'EvmApi', routes: 'evmRoutes' },
  },
  {
    name: 'aptos',
    title: 'Aptos',
    summary: 'NFT transfers, NFT owners and blocks of Aptos.',
    api: aptosApi,
    basePath: '/api/aptos',
    twins: [{ from: '/api/aptos/', to: '/api/aptos-testnet/', suffix: 'Testnet', note: 'Of the Aptos testnet.' }],
    renderError: renderNestError,
    client: { folder: 'lib/aptos/contract', file: 'api.ts', type: 'AptosApi', routes: 'aptosRoutes' },
  },
  {
    name: 'sign-in',
    title: 'Sign-in',
    summary: 'Proves that somebody controls an Aptos account.',
    api: signInApi,
    basePath: '/api/auth',
    renderError: renderNestError,
    client: { folder: 'lib/sign-in/contract', file: 'api.ts', type: 'SignInApi', routes: 'signInRoutes' },
  },
  {
    name: 'evm-explorer',
    title: 'EVM explorer',
    summary: 'What the pages of this explorer ask about EVM chains beyond the data interface.',
    api: evmExplorerApi,
    basePath: '/api/explorer',
    renderError: renderEvmError,
    client: {
      folder: 'lib/evm/contract',
      file: 'explorer.ts',
      type: 'EvmExplorerApi',
      routes: 'evmExplorerRoutes',
    },
  },
  {
    name: 'aptos-explorer',
    title: 'Aptos explorer',
    summary: 'What the pages of this explorer ask about Aptos beyond the data interface.',
    api: aptosExplorerApi,
    basePath: '/api/explorer',
    renderError: renderEvmError,
    client: {
      folder: 'lib/aptos/contract',
      file: 'explorer.ts',
      type: 'AptosExplorerApi',
      routes: 'aptosExplorerRoutes',
    },
  },
]
