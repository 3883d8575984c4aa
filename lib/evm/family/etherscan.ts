import type { Client } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { FamilyBase, FamilyMount } from '#lib/config/family.ts'
import type { ServedChains } from '#lib/evm/chain/served/served.ts'
import { createEtherscanAnswers } from '#lib/evm/etherscan/etherscan-answers.ts'
import {
  createEtherscanHandler,
  etherscanErrorStatus,
  etherscanPath,
  etherscanShortPaths,
} from '#lib/evm/etherscan/etherscan-handler.ts'
import { renderEtherscanError } from '#lib/evm/etherscan/kit/answer.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { ReadCodes, VerifyDesk } from '#lib/evm/verification/verify-desk.ts'
import { createObserve } from '#lib/gateway/observe.ts'
import type { EvmIndexes } from './indexes.ts'
import type { EvmSource } from './sources.ts'

type Parts = {
  nodes: readonly EvmSource[]
  served: ServedChains
  indexes: EvmIndexes
  explorer: Client<EvmExplorerApi>
  desk: VerifyDesk
  readCodes: ReadCodes
}

/** Etherscan's API over the indexes of all chains. Where the operator has set no keys, tools need none. */
export const createEtherscan = (
  { config, visitorOf }: FamilyBase,
  { nodes, served, indexes, explorer, desk, readCodes }: Parts,
): FamilyMount => ({
  name: 'etherscan',
  basePath: etherscanPath,
  paths: [`${etherscanPath}/`],
  shortPaths: etherscanShortPaths,
  api: {},
  client: {},
  renderError: renderEtherscanError,
  errorStatus: etherscanErrorStatus,
  handler: ({ log, metrics, admit, compressed }, scope) =>
    metrics.countInFlight(
      'etherscan',
      createEtherscanHandler({
        admit,
        scope,
        compressed,
        needsKey: config.apiKeys.length > 0,
        visitorOf,
        siteUrl: config.siteUrl,
        served,
        contextOf: indexes.main.of,
        explorer,
        askNode: async ({ name, title }, method, parameters, signal) => {
          const node = nodes.find(({ chain }) => chain === name)
          if (!node) throw new ServiceError('chain_not_served', `No node of ${title} is configured`)
          return await node.pool.call(method, [...parameters], { signal })
        },
        answers: createEtherscanAnswers({ desk, readCodes, maySend: config.families.evm.sendsTransactions }),
        observe: createObserve({ system: 'etherscan', log, metrics }),
      }),
    ),
})
