import type { Service } from '#lib/api/endpoint.ts'
import { hostedOperations } from '#lib/evm/api/hosted-operations.ts'
import packageFacts from '#package.json' with { type: 'json' }
import type { serviceEndpoints } from './service-contract.ts'

export const web3VersionQuery: Service<typeof serviceEndpoints>['web3Version'] = async () => ({
  version: packageFacts.version,
})

export const endpointWeightsQuery: Service<typeof serviceEndpoints>['endpointWeights'] = async () =>
  Object.entries(hostedOperations)
    .filter(([, { reason }]) => reason === undefined)
    .map(([endpoint, { path }]) => ({
      endpoint,
      path: path.replace('/api/v2', '').replace(/:(\w+)/g, '{$1}'),
      rateLimitCost: '1',
      price: '0',
    }))
