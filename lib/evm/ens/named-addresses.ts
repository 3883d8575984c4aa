import type { LimitFunction } from 'p-limit'
import { ServiceError } from '#lib/base/errors.ts'
import { RecentlyUsed } from '#lib/evm/abi/recently-used.ts'
import type { NamedAddress } from '#lib/evm/query/name-port.ts'
import type { EnsReader } from './ens-reader.ts'
import { walletName } from './wallet-name.ts'

const rememberedMax = 2_000
const rememberedMs = 60_000

/** Resolves names through `limit`, which `queueMax` calls may wait for; remembers the results for a minute. */
export const createNamedAddresses = ({
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
  const resolved = new RecentlyUsed<{ answer: NamedAddress | undefined; dueAt: number }>(rememberedMax)
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
