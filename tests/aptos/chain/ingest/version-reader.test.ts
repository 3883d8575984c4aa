import { expect, test } from 'vitest'
import { createVersionReader } from '#lib/aptos/chain/ingest/page-decoder.ts'
import { isSetAside } from '#lib/indexing/chain.ts'
import { userTransaction } from '#tests/aptos/chain/decode/versions.ts'
import { type LedgerNode, nodeOf } from './ledger-node.ts'

const options = { chainId: 4, contents: [] }
const transactions = Array.from({ length: 6_000 }, (_, version) => userTransaction({ version: String(version) }))

test('sends smaller requests to a node that refuses large ones, and misses nothing', async () => {
  let underWay = 0
  const refusals: number[] = []
  const node: LedgerNode = {
    transactions,
    bend: async (answer, start) => {
      if (start === undefined) return answer
      if (underWay >= 2) {
        refusals.push(start)
        return new Response('', { status: 429, headers: { 'retry-after': '1' } })
      }
      underWay += 1
      await new Promise(setImmediate)
      underWay -= 1
      return answer
    },
  }
  const reader = createVersionReader(nodeOf({ node }), options)
  /** As the follower does: a refused batch is requested again. */
  const batchFrom = async (from: number): Promise<Awaited<ReturnType<typeof reader.blocks>>> =>
    await reader.blocks(from, from + 999).catch(() => batchFrom(from))
  const numbers: number[] = []
  for (let from = 0; from < 6_000; from += 1_000) {
    const versions = await batchFrom(from)
    numbers.push(...versions.map(({ number }) => number))
  }
  expect(numbers).toEqual(transactions.map((_, version) => version))
  expect(refusals.length).toBeLessThan(30)
})

test('returns every version once from a node with small or short pages', async () => {
  const reader = createVersionReader(nodeOf({ node: { transactions, pageMax: 33 } }), options)
  expect((await reader.blocks(10, 409)).map(({ number }) => number)).toEqual(
    Array.from({ length: 400 }, (_, index) => index + 10),
  )
})

test('ends a batch at the head of the node', async () => {
  const reader = createVersionReader(nodeOf({ node: { transactions, length: 250 } }), options)
  expect((await reader.blocks(100, 599)).map(({ number }) => number).at(-1)).toBe(249)
  expect(await reader.blocks(400, 599)).toEqual([])
})

test('ends a batch with the page that is enough', async () => {
  const reader = createVersionReader(nodeOf({ node: { transactions } }), options)
  const isEnough = (page: readonly { number: number }[]): boolean => page.some(({ number }) => number === 250)
  expect((await reader.blocks(0, 1_999, undefined, isEnough)).map(({ number }) => number).at(-1)).toBe(299)
})

test('falls back to the next node when a page has a gap', async () => {
  const gap: LedgerNode = { transactions: transactions.toSpliced(7, 1) }
  const reader = createVersionReader(nodeOf({ gap, whole: { transactions } }), options)
  expect(await reader.blocks(0, 99)).toHaveLength(100)
  await expect(createVersionReader(nodeOf({ gap }), options).blocks(0, 99)).rejects.toMatchObject({
    code: 'upstream_failed',
    message: expect.stringContaining('has version 8 in place of 7'),
  })
})

const oddForms: [string, (transaction: Record<string, unknown>) => object][] = [
  ['no timestamp', ({ timestamp: _, ...rest }: Record<string, unknown>) => rest],
  ['an event that is text', (transaction) => ({ ...transaction, events: ['event'] })],
  ['changes that are no list', (transaction) => ({ ...transaction, changes: {} })],
  ['a sender of another kind', (transaction) => ({ ...transaction, sender: { inner: '0x1' } })],
  ['no hash', (transaction) => ({ ...transaction, hash: null })],
]
test.each(oddForms)('a version in an unknown form is set aside, and all others are read: %s', async (_, change) => {
  const odd = [0, 7, 8, 199]
  const bent = transactions.slice(0, 250).map((one, version) => (odd.includes(version) ? change({ ...one }) : one))
  const read = await createVersionReader(
    nodeOf({ node: { transactions: bent as typeof transactions } }),
    options,
  ).blocks(0, 249)
  expect(read.map(({ number }) => number)).toEqual(bent.map((_, version) => version))
  expect(read.filter(isSetAside).map(({ number, fault }) => [number, fault.includes('unexpected format')])).toEqual(
    odd.map((version) => [version, true]),
  )
  const both = nodeOf({ odd: { transactions: bent as typeof transactions }, whole: { transactions } })
  expect((await createVersionReader(both, options).blocks(0, 249)).some(isSetAside)).toBe(false)
})

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
test.each([
  ['is nested 10,000 levels deep', nested(10_000), 'is nested more than 256 levels deep'],
  ['is larger than an answer may be', `"${'0'.repeat(34_000_000)}"`, 'larger than 32 MB'],
])('a version that %s is set aside with its reason, and all others are read', async (_, payload, reason) => {
  const node: LedgerNode = {
    transactions: transactions.slice(0, 100),
    bend: async (answer, start) =>
      start === undefined
        ? answer
        : new Response((await answer.text()).replace('"version":"7"', `$&,"odd":${payload}`)),
  }
  const read = await createVersionReader(nodeOf({ node }), options).blocks(0, 99)
  expect(read.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, version) => version))
  expect(read.filter(isSetAside)).toMatchObject([{ number: 7, fault: expect.stringContaining(reason) }])
})

test('what a node leaves out of a transaction is not known, and no fault', async () => {
  const fee = { gas_used: '1', gas_unit_price: '100', success: true }
  const bare = transactions.slice(0, 50).map((transaction) => {
    const { payload, signature, ...rest }: Record<string, unknown> = { ...transaction, ...fee }
    return rest
  })
  const reader = createVersionReader(nodeOf({ node: { transactions: bare as typeof transactions } }), {
    chainId: 4,
    contents: ['fungible_assets'],
  })
  expect((await reader.blocks(0, 49)).some(isSetAside)).toBe(false)
})

test('takes the network from the first node, and the head from the highest node of that network', async () => {
  const nodes = {
    first: { transactions, length: 100 },
    farther: { transactions, length: 200 },
    foreign: { transactions, length: 300, chainId: 9 },
    down: { transactions, bend: () => new Response('', { status: 502 }) },
  }
  const node = nodeOf(nodes)
  const reader = createVersionReader(node, options)
  await reader.head()
  expect(await reader.head()).toEqual({ latest: 199, finalized: 199 })
  expect(await reader.blocks(150, 199)).toHaveLength(50)
  await expect(createVersionReader(node, { ...options, chainId: 1 }).head()).rejects.toMatchObject({
    message: 'The Aptos node belongs to another network (chain id 4, expected 1).',
  })
})

test.each(['silence', 'refusals'])('compares nodes while one of them answers with %s only', async (kind) => {
  const bend = () => (kind === 'silence' ? kind : new Response('', { status: 502 }))
  const nodes = {
    first: { transactions, length: 100 },
    down: { transactions, bend },
    second: { transactions, length: 90 },
  }
  const reader = createVersionReader(nodeOf(nodes, 20), options)
  expect(await reader.head()).toEqual({ latest: 99, finalized: 99 })
})
