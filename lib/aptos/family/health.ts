import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { HealthCheck } from '#lib/config/family.ts'
import {
  type ChainHealth,
  type FamilyHealth,
  type SourceHealth,
  withRefusedNodes,
  workerIsSilent,
} from '#lib/gateway/health.ts'

type Options = { network: AptosStatus['network']; demo: boolean; read: () => Promise<AptosStatus> }

/** Health of one network's full node and index. */
export const aptosHealth = ({ network, demo, read }: Options): HealthCheck => ({
  needsDatabase: false,
  read: () => healthOf(network, demo, read),
  silent: {
    system: 'aptos',
    name: nameOf(network, demo),
    state: 'failed',
    detail: 'The full node did not answer in time.',
  },
})

/** While the database of the network is away, that is the reason. */
const healthOf = async (network: string, demo: boolean, read: Options['read']): Promise<FamilyHealth> => {
  try {
    const status = await read()
    return { sources: [aptosSource(status, demo, Date.now())], chains: chainHealth(status, demo) }
  } catch (error) {
    if (!isServiceError(error, 'not_available')) throw error
    return {
      sources: [{ system: 'aptos', name: nameOf(network, demo), state: 'failed', detail: error.message }],
      chains: [],
    }
  }
}

/** The indexed position of the network, if it has an index here. */
const chainHealth = ({ network, index }: AptosStatus, demo: boolean): ChainHealth[] =>
  index === null
    ? []
    : [
        {
          system: 'aptos',
          chain: demo ? 'demo' : network,
          ...(index.last_version !== null && { indexed: Number(index.last_version) }),
          ...(index.head_version !== null && { head: Number(index.head_version) }),
        },
      ]

const nameOf = (network: string, demo: boolean): string => (demo ? 'demo' : `node:${network}`)

const aptosSource = (status: AptosStatus, demo: boolean, now: number): SourceHealth =>
  withRefusedNodes(networkHealth(status, demo, now), status.index?.refused_nodes)

const networkHealth = (status: AptosStatus, demo: boolean, now: number): SourceHealth => {
  const facts = { system: 'aptos', name: nameOf(status.network, demo) }
  const stalled = demo ? undefined : stalledIndex(status.index, now)
  if (stalled !== undefined) return { ...facts, state: 'failed', isStalled: true, detail: stalled }
  return status.error === null ? { ...facts, state: 'ok' } : { ...facts, state: 'failed', detail: status.error }
}

/** After this long without a response from the node, the worker or the node has stopped; the same as on EVM chains. */
const silenceMsMax = 120_000

/** Why the index of an Aptos network is stalled; undefined if it is advancing, or has reached its end. */
const stalledIndex = (index: AptosStatus['index'], now: number): string | undefined => {
  if (index === null) return undefined
  const { last_version, end_version, checked_at, error } = index
  const isAtEnd = last_version !== null && end_version !== null && BigInt(last_version) >= BigInt(end_version)
  if (isAtEnd) return undefined
  if (error !== null) return error
  return checked_at !== null && now - Date.parse(checked_at) > silenceMsMax ? workerIsSilent : undefined
}
