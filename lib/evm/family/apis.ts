import type { ActionSystem } from '#lib/api/action-reference.ts'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import { evmExplorerRoot, evmRoot } from '#lib/evm/api/roots.ts'
import { etherscanReference } from '#lib/evm/etherscan/etherscan-reference.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'

export const evmApis: readonly ServedApi[] = [
  {
    ...evmRoot,
    title: 'EVM',
    summary: 'NFTs, transactions and ERC20 events on EVM chains.',
    api: evmApi,
    file: 'lib/evm/interface-api.ts',
    twins: [
      {
        from: '/api/v2/',
        to: '/api/v2.2/',
        suffix: 'V22',
        note: 'Parameters that are not listed here are refused with 400; under `/api/v2` they are ignored.',
      },
    ],
    renderError: renderPlainError,
  },
]

export const evmExplorerApis: readonly ServedApi[] = [
  {
    ...evmExplorerRoot,
    title: 'EVM explorer',
    summary: 'Additional EVM endpoints used by the pages of this explorer.',
    api: evmExplorerApi,
    file: 'lib/evm/explorer-api.ts',
    renderError: renderPlainError,
  },
]

export const evmActionApis: readonly ActionSystem[] = [etherscanReference]
