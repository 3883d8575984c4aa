import { toBytes } from '#lib/base/bytes.ts'
import { systemClock } from '#lib/base/clock.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { Log } from '#lib/base/log.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { linkAt } from '#lib/evm/chain/stored/links.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { mistakenAmong, mistakenContracts, reclassifyContract } from '#lib/evm/chain/write/reclassify.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import { runSteps } from '#lib/indexing/run-steps.ts'
import type { WorkerOptions } from '#lib/indexing/worker-options.ts'
import type { Store } from '#lib/store/store.ts'
import { readContracts } from './read-contracts.ts'
import { contractsToRead, postponeContracts, writeContractMetadata } from './stored-contract-metadata.ts'

type KeepContractMetadataOptions = Omit<WorkerOptions, 'now'> & {
  /** Unix seconds. */
  now?: () => number
}

/** Read together and written in one short transaction: the head is never delayed for long. */
const contractsAtOnce = 60

/**
 * Reads the metadata of a chain's contracts as they appear, until `signal` ends it. Survives failures of nodes and
 * database; a contract that fails is retried later each time. Never throws.
 */
export const keepContractMetadata = async (
  store: Store<EvmTables>,
  chain: number,
  pool: NodePool,
  { log, signal, options = {} }: { log: Log; signal: AbortSignal; options?: KeepContractMetadataOptions },
): Promise<void> => {
  const { clock = systemClock, pollMs = 1_000 } = options
  const { now = () => Math.floor(Date.now() / 1_000) } = options
  const attempts = options.attempts?.of(chain, 'contract-facts')
  /** Whether a contract may be left half sorted; at the start, by a crash. */
  let mayBeUnsorted = true

  const reclassify = async (mistaken: Iterable<Hex> | AsyncIterable<Hex>): Promise<void> => {
    for await (const address of mistaken) {
      log.info({ chain, address }, 'an ERC721 contract was classified as ERC20: reclassifying its events')
      await reclassifyContract(store, chain, address, signal)
    }
    mayBeUnsorted = false
  }

  /** The number of contracts processed. */
  const readNext = async (): Promise<number> => {
    const due = await contractsToRead(store.db, chain, now(), contractsAtOnce + (attempts?.crashedCount ?? 0))
    const addresses = attempts?.select(due, (address) => address, contractsAtOnce).run ?? due
    if (!addresses.length) return 0
    await attempts?.start(addresses)
    try {
      return await ask(addresses)
    } finally {
      await attempts?.finish(addresses)
    }
  }

  const ask = async (addresses: readonly Hex[]): Promise<number> => {
    const minimumHead = await newestBlock(store, chain)
    const askedAt = minimumHead === undefined ? undefined : await linkAt(store.db, chain, minimumHead)
    const facts = await readContracts(pool, addresses, { signal, minimumHead }).catch(async (error: unknown) => {
      if (!signal.aborted) await postponeContracts(store, chain, addresses, now())
      throw error
    })
    mayBeUnsorted = true
    await writeContractMetadata(store, chain, facts, { now: now(), askedAt })
    await reclassify(await mistakenAmong(store.db, chain, addresses.map(toBytes)))
    return addresses.length
  }

  await runSteps(
    async () => {
      if (mayBeUnsorted) await reclassify(mistakenContracts(store.db, chain))
      const asked = await readNext()
      const hasMore = asked === contractsAtOnce || (asked > 0 && (attempts?.crashedCount ?? 0) > 0)
      return { kind: hasMore ? 'busy' : 'waiting' }
    },
    {
      signal,
      pollMs,
      clock,
      onFailure: logFailures(log, { chain }, 'reading contract metadata failed'),
    },
  )
}

const newestBlock = async ({ db }: Store<EvmTables>, chain: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('evm_intervals')
    .select(({ fn }) => fn.max('last_block').as('last'))
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row?.last ?? undefined
}
