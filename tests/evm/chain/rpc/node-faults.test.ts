import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#lib/base/clock.ts'
import { indexChain } from '#lib/evm/chain/follow/index-chain.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { chainIdentity } from '#lib/evm/chain/rpc/transport/chain-identity.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { readChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { storedAnchors } from '#lib/evm/chain/write/stored-anchors.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { rereadUntilRight } from '#tests/evm/chain/reread-until-right.ts'
import { dumpTables } from '#tests/evm/query/evm-stores.ts'
import { fastClock } from '#tests/support/fast-clock.ts'
import { type FaultyRpc, startFaultyRpc } from '#tests/support/faulty-rpc.ts'
import { sample } from '#tests/support/tier.ts'
import {
  contentFaults,
  lastingFaults,
  linkFaults,
  type NodeFault,
  passingFaults,
  receiptFaults,
} from './node-faults.ts'
import { type SmallChain, startSmallChain } from './small-chain.ts'

/*
 * Each fault of a node: a short run over it ends with the tables of an undisturbed run, or says which blocks are wrong and corrects
 * them later. Waits are forty times as short as they are.
 */

const chainId = 31337
const end = 30
const faultyBlock = 7
const speed = 20
const proof = { rules: {}, refuse: false }
const log = { info: () => {}, warn: () => {} }

/** Some of the faults of a table; others for each of its uses. */
const some = (faults: Record<string, () => NodeFault>, count: number, use = '') =>
  sample(Object.entries(faults), count, ([name]) => `${use}${name}`)

let small: SmallChain
let expected: readonly string[]

beforeAll(async () => {
  small = await startSmallChain()
  for (let number = 4; number <= end; number++) await small.mineTransfers(3)
  // Anvil's finalized block is 64 below its head.
  await small.mineEmpty(80)
  expected = (await run({})).tables
}, 60_000)
afterAll(() => small.stop())

const rowsOf = async (store: Store<EvmTables>): Promise<string[]> => {
  const lines = await dumpTables(store)
  return lines.filter((line) => !/^evm_(chains|doubtful_blocks|settings|decodings) /.test(line))
}

const readerOf = (store: Store<EvmTables>, transport: ReturnType<typeof httpTransport>) => {
  const clock = fastClock(speed)
  const identity = chainIdentity({
    expectedId: chainId,
    finalityBlocks: 10,
    storedAnchors: () => storedAnchors(store.db, chainId),
  })
  const pool = createPool([transport], { clock, hedged: true, totalMs: 10_000, identity })
  return { pool, reader: createEvmReader(pool, { finalityBlocks: 10, proof }) }
}

type Outcome = {
  tables: string[]
  /** What the run said of single blocks. */
  setAside: number[]
  marked: number[]
  covered: number[]
  /** Faults that no request has met. */
  unused: number
  /** The tables after the node was well again, and doubtful blocks were read again. */
  healed: string[]
}

const run = async (
  { next = [], always = [] }: NodeFault,
  during: (store: Store<EvmTables>, faulty: FaultyRpc) => Promise<void> = async () => {},
): Promise<Outcome> => {
  const store = await openStore<EvmTables>('sqlite::memory:')
  await migrate(store, storeMigrations, evmMigrations)
  const faulty = await startFaultyRpc(small.anvil.transport())
  const transport = httpTransport(faulty.url, { timeoutMs: 1_500, bodyBytesMax: 1 << 20 })
  const stopped = new AbortController()
  faulty.next = next
  faulty.always = always
  try {
    const clock = {
      now: () => systemClock.now() * speed,
      wait: (ms: number, signal?: AbortSignal) => systemClock.wait(ms / speed, signal),
    }
    const chain = { name: 'eth', expectedId: chainId, start: { at: 0 }, end, mayReset: false, pollMs: 2_000, clock }
    const indexing = indexChain(store, { ...chain, ...readerOf(store, transport) }, { log, signal: stopped.signal })
    await during(store, faulty)
    const { rereading } = await indexing
    stopped.abort()
    await rereading
    const tables = await rowsOf(store)
    const doubtful = await store.db.selectFrom('evm_doubtful_blocks').select(['number', 'is_stored']).execute()
    const covered = await store.db.selectFrom('evm_blocks').select('number').orderBy('number').execute()
    const unused = faulty.next.length
    faulty.always = []
    await rereadUntilRight(store, chainId, readerOf(store, transport).reader)
    return {
      tables,
      setAside: doubtful.filter(({ is_stored }) => is_stored === 0).map(({ number }) => number),
      marked: doubtful.filter(({ is_stored }) => is_stored === 1).map(({ number }) => number),
      covered: covered.map(({ number }) => number),
      unused,
      healed: await rowsOf(store),
    }
  } finally {
    stopped.abort()
    await transport.close()
    await faulty.stop()
    await store.close()
  }
}

/** The rows of all blocks but one, in the tables that hold single blocks. */
const rowsOfOthers = (tables: readonly string[], number: number): string[] =>
  tables.filter(
    (line) =>
      /^evm_(blocks|transactions|logs|wallet_transactions|nft_transfers) /.test(line) &&
      !new RegExp(`"(?:block_)?number":${number}[,}]`).test(line),
  )

/** Of every table that holds what blocks contain. */
const expectWhole = ({ tables, setAside, marked, unused }: Outcome): void => {
  expect({ setAside, marked, unused }).toEqual({ setAside: [], marked: [], unused: 0 })
  expect(tables).toEqual(expected)
}

test('an undisturbed run stores every block with its transactions, logs and transfers', async () => {
  const counts = ['blocks', 'transactions', 'logs', 'nft_transfers'].map(
    (table) => expected.filter((line) => line.startsWith(`evm_${table} `)).length,
  )
  expect(counts).toEqual([end + 1, 84, 81, 81])
})

test('the fault table covers more than the 27 measured faults', () => {
  const faults = [passingFaults, lastingFaults, contentFaults(faultyBlock, 1), linkFaults(faultyBlock, 1)]
  expect(faults.flatMap((table) => Object.keys(table)).length).toBeGreaterThan(60)
})

describe.concurrent('a node with a temporary fault', () => {
  test.each(some(passingFaults, 16))('%s: every row is stored', async (_, fault) => expectWhole(await run(fault())))
})

describe.concurrent('a node with a permanent fault', () => {
  test.each(Object.entries({ ...lastingFaults, ...receiptFaults(faultyBlock, Number.POSITIVE_INFINITY) }))(
    '%s: every row is stored',
    async (_, fault) => expectWhole(await run(fault())),
  )
})

describe.concurrent('a block that is wrong in two responses', () => {
  test.each(some({ ...contentFaults(faultyBlock, 2), ...linkFaults(faultyBlock, 2) }, 8, 'twice '))(
    '%s: every row is stored',
    async (_, fault) => expectWhole(await run(fault())),
  )
})

describe.concurrent('a block whose contents are always wrong', () => {
  test.each(some(contentFaults(faultyBlock, Number.POSITIVE_INFINITY), 8))(
    '%s: it is marked or skipped, the others are stored, and it is corrected once the node recovers',
    async (_, fault) => {
      const { tables, setAside, marked, covered, healed } = await run(fault())
      expect([...setAside, ...marked]).toEqual([faultyBlock])
      expect(covered.includes(faultyBlock)).toBe(marked.length > 0)
      expect(rowsOfOthers(tables, faultyBlock)).toEqual(rowsOfOthers(expected, faultyBlock))
      expect(healed).toEqual(expected)
    },
  )
})

describe.concurrent('a block that never links to its neighbours', () => {
  test.each(some(linkFaults(faultyBlock, Number.POSITIVE_INFINITY), 2))(
    '%s: the status says so, nothing of it is stored, and indexing continues once the node recovers',
    async (_, fault) => {
      const outcome = await run(fault(), async (store, faulty) => {
        await expect.poll(async () => (await readChainStatus(store.db, chainId)).error).toBeDefined()
        const stored = await store.db.selectFrom('evm_blocks').select('number').execute()
        expect(Math.max(...stored.map(({ number }) => number), 0)).toBeLessThan(faultyBlock)
        faulty.always = []
      })
      expectWhole(outcome)
    },
  )
})
