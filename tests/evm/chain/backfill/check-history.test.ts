import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAgain } from '#lib/evm/chain/backfill/check-history.ts'
import { proveBlocks } from '#lib/evm/chain/backfill/prove-blocks.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { collectionQuery } from '#lib/evm/nft/backfill-progress.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { createChance } from '#tests/indexing/random.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { pairsOf, sample } from '#tests/support/tier.ts'
import { chainId, dumpTokens, followToHead, historyWorker, nodesOver } from './history-store.ts'
import { type LedgerChain, type LedgerToken, startLedgerChain } from './ledger-chain.ts'
import { limitedNode } from './limited-node.ts'
import { tamperedNode } from './tampered-node.ts'

let chain: LedgerChain
let followedFrom: number
const served = createServedChains([{ name: 'local', id: chainId }])
const local = served.resolve('local')
const standards = ['Coin', 'Picture', 'Stamp'] as const
/** The standards, and a token that answers no question. */
const provable = [...standards, 'Mute'] as const

beforeAll(async () => {
  chain = await startLedgerChain()
  const { fraction } = createChance(4)
  for (let block = 0; block < 48; block++) {
    await chain.mineEvents(fraction)
    // Far apart, so that a sample of headers is a small part of all.
    if (block % 8 === 7) await chain.mineEmpty(70)
  }
  for (let block = 0; block < 12; block++) await chain.mineEvents(fraction)
  followedFrom = (await chain.latest()) - 9
}, 60_000)
afterAll(() => chain.stop())

/** Faults of a node that looks healthy. */
const faults: [string, (logs: unknown[]) => unknown[]][] = [
  ['no logs', () => []],
  ['half of the logs', (logs) => logs.slice(0, Math.ceil(logs.length / 2))],
  ['all but the last log', (logs) => logs.slice(0, -1)],
  ['at most five logs', (logs) => logs.slice(0, 5)],
  ['all but the first log', (logs) => logs.slice(1)],
]
const never = { headers: 0, whole: 0, wholeAfterLoss: 0 }

describe.each(dialects)('verification of a history on %s', (dialect) => {
  const stores = evmStores(dialect)
  // What is missing is found without the database: one fault shows that the other dialect keeps the same verdicts.
  const tried = sample(
    pairsOf(['short', 'long', 'one of two'] as const, dialect === 'sqlite' ? faults : faults.slice(0, 1)),
    dialect === 'sqlite' ? 3 : 1,
  )
  const triedIn = (setUp: (typeof tried)[number][0]) => tried.flatMap(([one, fault]) => (one === setUp ? [fault] : []))
  const followed = async (from = followedFrom) => {
    const store = await stores()
    await followToHead(store, chain.anvil.transport(), from)
    return store
  }
  let truth: string[] | undefined
  const linesOf = (dump: string[], tokens: readonly LedgerToken[]) =>
    tokens.map((token) => dump.filter((line) => line.includes(chain.address(token).slice(2))))
  const expectTruth = async (store: Store<EvmTables>, tokens: readonly LedgerToken[]) => {
    truth ??= await dumpTokens(await followed(0))
    expect(linesOf(await dumpTokens(store), tokens)).toEqual(linesOf(truth, tokens))
  }
  const read = async (
    nodes: RpcTransport | readonly RpcTransport[],
    tokens: readonly LedgerToken[],
    options: Parameters<typeof historyWorker>[2] = {},
  ) => {
    const store = await followed()
    const worker = historyWorker(store, nodes, options)
    await worker.histories.request(
      local,
      tokens.map((token) => chain.address(token)),
    )
    const ran = await worker.runAll()
    expect(ran.filter(({ failed }) => failed)).toEqual([])
    return { store, worker }
  }
  const progress = (store: Store<EvmTables>, token: LedgerToken) =>
    collectionQuery({ store, served })({ chain: 'local', address: chain.address(token) })
  const statuses = async (store: Store<EvmTables>, tokens: readonly LedgerToken[]) =>
    Promise.all(tokens.map(async (token) => [token, (await progress(store, token)).status]))
  const allSynced = (tokens: readonly LedgerToken[]) => tokens.map((token) => [token, 'SYNCED'])

  test('an honest node is verified with few calls, for every kind of token', async () => {
    const tokens = ['Coin', 'OldCoin', 'Picture', 'Stamp'] as const
    const node = tamperedNode(chain.anvil.transport(), (logs) => logs)
    const { store } = await read(node, tokens, { proofLimits: never })
    await expectTruth(store, tokens)
    for (const token of tokens) {
      const { status, verified_block, target_block, check_reason } = await progress(store, token)
      expect([token, status, verified_block, check_reason]).toEqual([token, 'SYNCED', target_block, null])
    }
    expect(node.calls.get('eth_getBlockReceipts')).toBeLessThanOrEqual(tokens.length * 9)
  })

  test('a short history is proven block by block when state calls give no answer', async () => {
    const { store } = await read(chain.anvil.transport(), ['FeeCoin', 'Mute'])
    expect(await statuses(store, ['FeeCoin', 'Mute'])).toEqual(allSynced(['FeeCoin', 'Mute']))
    await expectTruth(store, ['FeeCoin', 'Mute'])
  })

  test('an unverifiable history states the reason and is not verified again and again', async () => {
    const { store, worker } = await read(chain.anvil.transport(), ['FeeCoin', 'Mute'], { proofLimits: never })
    expect(await progress(store, 'FeeCoin')).toMatchObject({ status: 'UNVERIFIED', check_reason: 'state_differs' })
    const mute = await progress(store, 'Mute')
    expect(mute).toMatchObject({ status: 'UNVERIFIED', check_reason: 'no_answers', verified_block: null })
    expect(mute.error).toMatch(/^Not verified: at block \d+ the contract does not return/)
    await expectTruth(store, ['FeeCoin', 'Mute'])
    const again = historyWorker(store, chain.anvil.transport(), { proofLimits: never })
    await again.histories.request(local, [chain.address('FeeCoin'), chain.address('Mute')])
    expect(await worker.jobs.hasWaiting(worker.kind)).toBe(false)
  })

  test('missing state of the block is given as the reason', async () => {
    const node: RpcTransport = {
      ...chain.anvil.transport(),
      send: async (calls, signal) => {
        const answers = await chain.anvil.transport().send(calls, signal)
        const error = { code: -32_000, message: 'missing trie node 0xabc (path )' }
        return answers.map((answer, index) => (calls[index]?.method === 'eth_call' ? { error } : answer))
      },
    }
    const { store } = await read(node, ['Coin'], { proofLimits: never })
    expect(await progress(store, 'Coin')).toMatchObject({ status: 'UNVERIFIED', check_reason: 'no_state' })
  })

  test.each(triedIn('short'))(
    'a node that always returns %s: a short history ends complete and correct',
    async (_, change) => {
      const { store } = await read(tamperedNode(chain.anvil.transport(), change), provable)
      expect(await statuses(store, provable)).toEqual(allSynced(provable))
      await expectTruth(store, provable)
    },
  )

  test.each(triedIn('long'))(
    'a node that always returns %s: a long history ends correct or unverified',
    async (_, change) => {
      const { store } = await read(tamperedNode(chain.anvil.transport(), change), standards, { proofLimits: never })
      for (const token of standards) {
        const { status, error } = await progress(store, token)
        if (status === 'SYNCED') await expectTruth(store, [token])
        else expect([status, error?.slice(0, 12)]).toEqual(['UNVERIFIED', 'Not verified'])
      }
    },
  )

  test.each(triedIn('one of two'))(
    'one of two nodes that returns %s: a long history ends complete',
    async (_, change) => {
      const nodes = [tamperedNode(chain.anvil.transport(), change), chain.anvil.transport()]
      const { store } = await read(nodes, standards, { proofLimits: never })
      expect(await statuses(store, standards)).toEqual(allSynced(standards))
      await expectTruth(store, standards)
    },
  )

  test.each(sample([0.3, 0.8], 1))(
    'responses that are sometimes empty (share %d) end complete and correct',
    async (share) => {
      const chance = createChance(7)
      const node = tamperedNode(chain.anvil.transport(), (logs) => (chance.happens(share) ? [] : logs))
      const { store } = await read(node, provable)
      expect(await statuses(store, provable)).toEqual(allSynced(provable))
      await expectTruth(store, provable)
    },
  )

  test('a node that refuses the logs of a single block has some: they are proven, and read again', async () => {
    const empty = tamperedNode(chain.anvil.transport(), () => [])
    const { store } = await read(empty, ['Coin', 'Stamp'], { proofLimits: never })
    const node = limitedNode(chain.anvil.transport(), ({ found }) =>
      found > 1 ? 'query returned more than 1 results' : undefined,
    )
    const { pool, reader } = nodesOver(node)
    const context = { store, chain: chainId, pool, reader, signal: new AbortController().signal }
    const unread = { first: 0, last: followedFrom - 1 }
    const numbers = Array.from({ length: followedFrom }, (_, number) => number)
    const coin = { ...context, address: chain.address('Coin') }
    // None is read whole by chance: the logs of every block are requested by its hash.
    expect((await proveBlocks(coin, numbers, 0)).corrected).toBeGreaterThan(0)
    let corrected = 0
    for await (const part of readAgain({ ...context, address: chain.address('Stamp') }, unread, 1))
      corrected += part.corrected
    expect(corrected).toBeGreaterThan(0)
  })

  test('logs of another contract are never stored', async () => {
    const store = await followed()
    const node = tamperedNode(chain.anvil.transport(), (logs) =>
      logs.map((log) => ({ ...Object(log), address: chain.address('Mute') })),
    )
    const worker = historyWorker(store, node)
    await worker.histories.request(local, [chain.address('Coin')])
    expect(await worker.runAll()).toEqual([{ contract: chain.address('Coin'), failed: true }])
    expect(await progress(store, 'Coin')).toMatchObject({ status: 'FAILED', verified_block: null })
  })

  test('a verification interrupted after every step continues, even in another process', async () => {
    const store = await followed()
    const node = tamperedNode(chain.anvil.transport(), (logs) => logs.slice(0, -1))
    const options = { sliceMs: -1, proofLimits: { headers: 1e6, whole: 1e6, wholeAfterLoss: 1e6 } }
    await historyWorker(store, node, options).histories.request(local, [
      chain.address('Coin'),
      chain.address('Picture'),
    ])
    let slices = 0
    while (await historyWorker(store, node, options).runOne()) slices += 1
    expect(slices).toBeGreaterThan(4)
    expect(await statuses(store, ['Coin', 'Picture'])).toEqual(allSynced(['Coin', 'Picture']))
    await expectTruth(store, ['Coin', 'Picture'])
  })

  test('a verdict survives new blocks, and is computed again after a reorg below it', async () => {
    const { store } = await read(chain.anvil.transport(), ['Coin'])
    const { verified_block } = await progress(store, 'Coin')
    await chain.mineEmpty(5)
    truth = undefined
    await followToHead(store, chain.anvil.transport(), followedFrom)
    expect(await progress(store, 'Coin')).toMatchObject({ status: 'SYNCED', verified_block })

    const row = async () =>
      store.db.selectFrom('evm_histories').select(['check_state', 'check_block']).executeTakeFirstOrThrow()
    expect(await row()).toMatchObject({ check_state: 'passed' })
    const checked = Number(verified_block)
    const index = createEvmIndex(store, chainId, { from: followedFrom })
    await index.rewind(checked - 1)
    expect(await row()).toMatchObject({ check_state: 'pending' })
    expect((await progress(store, 'Coin')).status).not.toBe('SYNCED')
  })
})
