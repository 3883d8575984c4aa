import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { type Clock, systemClock } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { createSharedCalls } from '#lib/base/shared-calls.ts'
import { parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { NamedAddress, WalletName, WalletNames } from '#lib/evm/query/name-port.ts'
import type { PrimaryName } from './ens-contracts.ts'
import type { EnsReader, NamesBlock } from './ens-reader.ts'
import { nameWarning, type StoredName, type StoredNames } from './stored-names.ts'

/** Names of a fixed list, as if they were read after the newest block: the demo ledger has no ENS contracts. */
export const createListedNames = (
  pool: Pick<NodePool, 'call'>,
  listed: readonly { address: Hex; name: string }[],
): EnsReader => {
  const byAddress = new Map(listed.map(({ address, name }) => [address, name]))
  const byName = new Map(listed.map(({ address, name }) => [name, address]))
  const newestBlock = async (signal?: AbortSignal): Promise<NamesBlock> => {
    const { number, timestamp } = parseHeader(await pool.call('eth_getBlockByNumber', ['latest', false], { signal }))
    return { number, timestamp }
  }
  return {
    primaryNames: async (addresses, signal) => {
      const named = addresses.map((address) => byAddress.get(address))
      return {
        block: await newestBlock(signal),
        names: named.map((name) => (name === undefined ? 'none' : { name, expiresAt: null })),
      }
    },
    addressOf: async (name, signal) => {
      const address = byName.get(name)
      return { block: await newestBlock(signal), found: address && { name, address, expiresAt: null } }
    },
  }
}

/** The name as it is shown at `now`; null for an address without one. */
const walletName = (
  { name, expiresAt, blockNumber, readAt }: Omit<StoredName, 'dueAt'>,
  now: number,
): WalletName | null => {
  if (name === null) return null
  const endsAt = expiresAt === null ? null : expiresAt * 1_000
  const isExpired = endsAt !== null && endsAt <= now
  return { name, isExpired, expiresAt: endsAt, warning: nameWarning(name), blockNumber, readAt }
}

const resolvedNamesMax = 2_000
const rememberedMs = 60_000

/** Resolves names through `limit`, which `queueMax` calls may wait for; remembers the results for a minute. */
const createNamedAddresses = ({
  reader,
  limit,
  queueMax,
  now,
  closed,
}: {
  reader: EnsReader
  limit: LimitFunction
  queueMax: number
  now: () => number
  closed: AbortSignal
}): ((text: string, signal?: AbortSignal) => Promise<NamedAddress | undefined>) => {
  const resolved = new LRUCache<string, { answer: NamedAddress | undefined; dueAt: number }>({ max: resolvedNamesMax })
  return async (text, signal) => {
    const { normalizedName } = await import('./normalized-name.ts')
    const name = normalizedName(text)
    if (name === undefined) return undefined
    const kept = resolved.get(name)
    if (kept && kept.dueAt > now()) return kept.answer
    if (limit.pendingCount >= queueMax)
      throw new ServiceError('not_available', 'Too many names are being looked up.', { retryAfterSeconds: 2 })
    const either = signal ? AbortSignal.any([signal, closed]) : closed
    const { block, found } = await limit(() => reader.addressOf(name, either))
    const known = found && walletName({ ...found, blockNumber: block.number, readAt: now() }, now())
    const answer = found && known ? { ...known, address: found.address } : undefined
    resolved.set(name, { answer, dueAt: now() + rememberedMs })
    return answer
  }
}

export type WalletNamesOptions = {
  reader: EnsReader
  stored: StoredNames
  log: { warn(facts: object, text: string): void }
  /** Milliseconds since 1970. */
  now?: () => number
  clock?: Clock
}

const rememberedMax = 20_000
/** Queued addresses; further ones are left to a later page. */
const queueMax = 1_000
const readAtOnce = 40
const namedMs = 24 * 3_600_000
const namelessMs = 3_600_000
/** How long an address whose own contracts are too slow is not tried again. */
const failedMs = 600_000
/** The pause after no node answered. */
const restMs = 30_000
const waitMsDefault = 500
const directMax = 4
const directQueueMax = 64

/** Names read from the nodes of one chain and kept in the store. */
export const createWalletNames = (options: WalletNamesOptions): WalletNames & { close(): Promise<void> } => {
  const { reader, stored, log, now = Date.now, clock = systemClock } = options
  const remembered = new LRUCache<string, StoredName>({ max: rememberedMax })
  const failedUntil = new LRUCache<string, number>({ max: rememberedMax / 10 })
  const closed = new AbortController()
  const queue = new Set<Hex>()
  const direct = pLimit(directMax)
  const underWay = createSharedCalls<void>()
  let running: Promise<void> | undefined
  let restsUntil = 0

  const isDue = (address: string): boolean =>
    (remembered.get(address)?.dueAt ?? 0) <= now() && (failedUntil.get(address) ?? 0) <= now()

  const recall = async (addresses: readonly string[]): Promise<void> => {
    const unknown = addresses.filter(isDue)
    if (unknown.length === 0) return
    for (const [address, name] of await stored.read(unknown)) remembered.set(address, name)
  }

  const readNames = async (addresses: readonly Hex[]): Promise<void> => {
    const { block, names } = await reader.primaryNames(addresses, closed.signal)
    const readAt = now()
    const known = new Map<string, StoredName>()
    for (const [index, address] of addresses.entries()) {
      const found = names[index] ?? 'failed'
      if (found === 'failed') {
        failedUntil.set(address, readAt + failedMs)
        continue
      }
      known.set(address, storedName(found, { blockNumber: block.number, readAt }))
    }
    await stored.write(known)
    for (const [address, name] of known) remembered.set(address, name)
  }

  const work = async (): Promise<void> => {
    while (queue.size > 0 && !closed.signal.aborted) {
      if (restsUntil > now()) return queue.clear()
      const addresses = [...queue].slice(0, readAtOnce)
      for (const address of addresses) queue.delete(address)
      await readNames(addresses.filter(isDue))
    }
  }

  const noteFailure = (error: unknown): void => {
    if (closed.signal.aborted) return
    restsUntil = now() + restMs
    queue.clear()
    log.warn({ err: error }, 'could not look up ENS names')
  }

  const start = (): void => {
    if (closed.signal.aborted) return
    running ??= work()
      .catch(noteFailure)
      .finally(() => {
        running = undefined
      })
  }

  /** Reads one address ahead of the queue; concurrent callers share the read. */
  const readDirectly = (address: Hex): Promise<void> => {
    if (restsUntil > now() || direct.pendingCount >= directQueueMax) return Promise.resolve()
    return underWay.run(address, () => direct(() => readNames([address])).catch(noteFailure))
  }

  const recallOrLog = (addresses: readonly string[]): Promise<void> =>
    recall(addresses).catch((error: unknown) => log.warn({ err: error }, 'could not read stored ENS names'))

  return {
    namesOf: async (addresses) => {
      const wanted = [...new Set(addresses)].filter(isHex)
      await recallOrLog(wanted)
      for (const address of wanted) if (queue.size < queueMax && isDue(address)) queue.add(address)
      if (queue.size > 0) start()
      const names = new Map<string, WalletName>()
      for (const address of wanted) {
        const known = remembered.get(address)
        const name = known && walletName(known, now())
        if (name) names.set(address, name)
      }
      return names
    },
    nameOf: async (address, { waitMs = waitMsDefault, signal } = {}) => {
      if (!isHex(address)) return null
      await recallOrLog([address])
      const known = remembered.get(address)
      // A name that is due is still shown; the next page shows the new one.
      if (isDue(address)) await within(clock, known ? 0 : waitMs, readDirectly(address), signal)
      const name = remembered.get(address)
      return name && walletName(name, now())
    },
    addressOf: createNamedAddresses({ reader, limit: direct, queueMax: directQueueMax, now, closed: closed.signal }),
    close: async () => {
      closed.abort()
      queue.clear()
      await Promise.allSettled([running, underWay.settled()])
    },
  }
}

const storedName = (
  found: Exclude<PrimaryName, 'failed'>,
  at: Pick<StoredName, 'blockNumber' | 'readAt'>,
): StoredName => {
  if (found === 'none') return { ...at, name: null, expiresAt: null, dueAt: at.readAt + namelessMs }
  return { ...at, name: found.name, expiresAt: found.expiresAt, dueAt: at.readAt + namedMs }
}

/** Ends when the work ends, after `ms`, or when the signal aborts; the work goes on. */
const within = async (clock: Clock, ms: number, work: Promise<unknown>, signal?: AbortSignal): Promise<void> => {
  const done = new AbortController()
  const either = signal ? AbortSignal.any([done.signal, signal]) : done.signal
  await Promise.race([work.finally(() => done.abort()), clock.wait(ms, either)])
}
