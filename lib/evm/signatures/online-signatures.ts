import { LRUCache } from 'lru-cache'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { type Clock, systemClock } from '#lib/base/clock.ts'
import type { Hex } from '#lib/base/hex.ts'
import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { type Declaration, parseDeclaration } from './declaration.ts'
import { hashesMax, type SignatureService } from './signature-service.ts'

const selectorLength = 10

/** The signatures that can be decoded and really have this selector or topic: a service may return anything. */
const signaturesOf = (hash: Hex, given: readonly string[]): string[] =>
  given.filter((signature) => {
    const declaration = parseDeclaration(signature)
    return (
      declaration !== undefined && hashOf(declaration, hash.length === selectorLength ? 'function' : 'event') === hash
    )
  })

const hashOf = (declaration: Declaration, type: 'function' | 'event'): string | undefined => {
  const { functions, events } = abiIndex([{ type, ...declaration }]) ?? {}
  // The key of an event is its topic and how many of its parameters are indexed.
  const [key] = [...(functions?.keys() ?? []), ...(events?.keys() ?? [])]
  return key?.split('/')[0]
}

/** A signature does not say which parameters are indexed: by convention, the first ones are. */
export const withIndexed = ({ name, inputs }: Declaration, count: number): Declaration => ({
  name,
  inputs: inputs.map((input, index) => ({ ...input, indexed: index < count })),
})

/** Signatures of an online service, for selectors and topics that are not bundled. */
export type OnlineSignatures = {
  /** Looks up unknown ones for at most `waitMs`: later calls get the rest. Never rejects. */
  learn(hashes: readonly Hex[]): Promise<void>
  /** Known signatures; empty for unknown ones. */
  find(hash: Hex): readonly string[]
}

export type OnlineSignaturesOptions = {
  store: Store<EvmTables>
  service: SignatureService
  log: { warn(facts: object, text: string): void }
  /** Milliseconds since 1970. */
  now?: () => number
  clock?: Clock
  waitMs?: number
}

/** Signatures are the same on every chain, and a table's key begins with its chain. */
const everyChain = 0
const waitMsDefault = 300
const rememberedMax = 20_000
/** Queued hashes; further ones are left to a later page. */
const queueMax = 500
const missingMs = 7 * 24 * 3_600_000
/** The pause after a failure of the service. */
const restMs = 60_000

type Known = { signatures: readonly string[]; dueAt: number | null }

export const createOnlineSignatures = (
  options: OnlineSignaturesOptions,
): OnlineSignatures & { close(): Promise<void> } => {
  const { store, service, log, now = Date.now, clock = systemClock, waitMs = waitMsDefault } = options
  const remembered = new LRUCache<string, Known>({ max: rememberedMax })
  const closed = new AbortController()
  const queue = new Set<Hex>()
  let running: Promise<void> | undefined
  let restsUntil = 0

  const isKnown = (hash: Hex): boolean => {
    const known = remembered.get(hash)
    return known !== undefined && (known.dueAt === null || known.dueAt > now())
  }

  const readStored = async (hashes: readonly Hex[]): Promise<void> => {
    const rows = await store.db
      .selectFrom('evm_signatures')
      .select(['hash', 'signatures', 'due_at'])
      .where('chain', '=', everyChain)
      .where('hash', 'in', hashes.map(toBytes))
      .execute()
    for (const { hash, signatures, due_at } of rows)
      remembered.set(toHex(hash), { signatures: signaturesOf(toHex(hash), signatures.split('\n')), dueAt: due_at })
  }

  const keep = async (hash: Hex, given: readonly string[]): Promise<void> => {
    const signatures = signaturesOf(hash, given)
    const dueAt = signatures.length > 0 ? null : now() + missingMs
    remembered.set(hash, { signatures, dueAt })
    const row = { signatures: signatures.join('\n'), due_at: dueAt }
    await store.db
      .insertInto('evm_signatures')
      .values({ chain: everyChain, hash: toBytes(hash), ...row })
      .onConflict((conflict) => conflict.columns(['chain', 'hash']).doUpdateSet(row))
      .execute()
  }

  const work = async (): Promise<void> => {
    while (queue.size > 0 && !closed.signal.aborted) {
      const hashes = [...queue].slice(0, hashesMax)
      for (const hash of hashes) queue.delete(hash)
      await readStored(hashes)
      const asked = hashes.filter((hash) => !isKnown(hash))
      if (asked.length === 0 || restsUntil > now()) continue
      const answer = await service.lookUp(asked, closed.signal)
      if (!answer) restsUntil = now() + restMs
      for (const [hash, signatures] of answer ?? []) await keep(hash, signatures)
    }
  }

  const start = (): Promise<void> => {
    running ??= work()
      .catch((error: unknown) => {
        if (!closed.signal.aborted) log.warn({ err: error }, 'could not look up signatures')
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    learn: async (hashes) => {
      for (const hash of hashes) if (queue.size < queueMax && !isKnown(hash)) queue.add(hash)
      if (queue.size === 0 || closed.signal.aborted) return
      const done = new AbortController()
      await Promise.race([start().finally(() => done.abort()), clock.wait(waitMs, done.signal)])
    },
    find: (hash) => remembered.get(hash)?.signatures ?? [],
    close: async () => {
      closed.abort()
      await running
      await service.close()
    },
  }
}
