import { type AptosNetwork, aptosChainNames } from '#lib/aptos/api/chain-names.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { readAptosIntervals } from '#lib/aptos/chain/write/stored-intervals.ts'
import type { AptosVersions } from '#lib/aptos/config.ts'
import type { NetworkNodes } from '#lib/aptos/query/node-context.ts'
import type { Config } from '#lib/config/config.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import type { Stores } from '#lib/store/stores.ts'

/** The configured last ledger versions of Aptos networks that are not followed. */
export const aptosEnds = ({ families: { aptos }, demo }: Config): Partial<Record<'mainnet' | 'testnet', number>> => {
  const endOf = ({ end, ranges }: AptosVersions) => (ranges ? Math.max(...ranges.map(({ last }) => last)) : end)
  return demo ? {} : { mainnet: endOf(aptos.mainnet), testnet: endOf(aptos.testnet) }
}

/** A visitor waits this long for one question to a node; several megabytes of modules arrive in less. */
export const aptosVisitorWaitMs = 5_000

/** The Aptos networks that are configured, or the demo ledger's. */
export const aptosSources = (
  { families, demo }: Config,
  stores: Pick<Stores, 'of'>,
  { timeLimitMs }: { timeLimitMs?: number } = {},
): NetworkNodes => {
  const { mainnet, testnet } = families.aptos
  if (demo) return { mainnet: createAptosNode({ baseUrls: ['http://demo.invalid/v1'], fetch: demoAptosFetch }) }
  const anchorsOf = (network: AptosNetwork) => async (chainId: number) => {
    const store = stores.of(aptosChainNames[network]).withTables<AptosTables>()
    const intervals = await readAptosIntervals(store.db, chainId)
    return [...new Set([intervals[0], intervals.at(-1)])].flatMap((interval) =>
      interval ? { version: interval.last, hash: interval.hash } : [],
    )
  }
  const connect = (network: AptosNetwork, baseUrls: readonly string[]) =>
    createAptosNode({ network, baseUrls, timeLimitMs, storedAnchors: anchorsOf(network) })
  return {
    ...(mainnet.urls && { mainnet: connect('mainnet', mainnet.urls) }),
    ...(testnet.urls && { testnet: connect('testnet', testnet.urls) }),
  }
}
