import { systemClock } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { readSetting, writeSetting } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'

/** The devnet's id from its node; the last known id is used while the node is down. */
export const localChainSetting = 'local-chain-id'

/** The id under which a chain is stored. @throws ServiceError if the node serves a different chain than expected. */
export const fetchChainId = async <Tables>(
  reader: EvmReader,
  expectedId: number | undefined,
  store: Store<Tables>,
  signal?: AbortSignal,
): Promise<number> => {
  const id = await reader.chainId(signal)
  if (expectedId === undefined) {
    if ((await readSetting(store, localChainSetting)) !== String(id))
      await writeSetting(store, localChainSetting, String(id))
    return id
  }
  if (id === expectedId) return id
  throw new ServiceError('upstream_failed', `The node serves chain ${id}, but is configured for chain ${expectedId}.`, {
    retryAfterSeconds: 30,
  })
}

/** Chain id under which failures of an unreachable devnet are recorded; no rows have this id. */
export const unknownChainId = 0

/** The last known id of the devnet. */
export const lastLocalChainId = <Tables>(store: Store<Tables>): Promise<number> =>
  lastLocalChainIdIn((name) => readSetting(store, name))

/** The same, among the settings of a database or of an export. */
export const lastLocalChainIdIn = async (read: (name: string) => Promise<string | undefined>): Promise<number> =>
  Number((await read(localChainSetting)) ?? unknownChainId)

/** How often a devnet's id is looked up: it is unknown until its node first responds, and may change. */
const lookEveryMs = 1_000

/**
 * Works on one chain under its id until `signal` ends it. A devnet's id is read where its indexing stores it; if it
 * changes, the work is ended and restarted. `work` ends when its signal does, and does not throw.
 */
export const withChainId = async <Tables>(
  store: Store<Tables>,
  expectedId: number | undefined,
  work: (id: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  if (expectedId !== undefined) return await work(expectedId, signal)
  let current: { id: number; stop: AbortController; done: Promise<void> } | undefined
  while (!signal.aborted) {
    const id = await lastLocalChainId(store).catch(() => current?.id ?? 0)
    if (id !== 0 && id !== current?.id) {
      current?.stop.abort()
      await current?.done
      const stop = new AbortController()
      current = { id, stop, done: work(id, AbortSignal.any([signal, stop.signal])) }
    }
    await systemClock.wait(lookEveryMs, signal)
  }
  await current?.done
}
