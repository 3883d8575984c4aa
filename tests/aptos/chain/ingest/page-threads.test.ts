import { expect, onTestFinished, test } from 'vitest'
import { createPageThreads, createVersionReader } from '#lib/aptos/chain/ingest/page-decoder.ts'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'
import { userTransaction } from '#tests/aptos/chain/decode/versions.ts'
import { type LedgerNode, nodeOf } from './ledger-node.ts'

const options = { chainId: 4, contents: [] }

const threadsOf = (limits: Parameters<typeof createPageThreads>[0] = {}) => {
  const threads = createPageThreads({ threadsMax: 2, ...limits })
  onTestFinished(() => threads.close())
  return threads
}

/** A page of at least 64 kB, which is given to a thread. */
const large = Array.from({ length: 100 }, (_, version) => ({
  ...userTransaction({ version: String(version) }),
  note: 'x'.repeat(1_000),
}))

test('threads decode the demo ledger to the same rows', async () => {
  const { transactions } = await recordedLedger()
  const node = nodeOf({ node: { transactions: transactions as LedgerNode['transactions'] } }, 1)
  const last = transactions.length - 1
  const all = { chainId: 4, contents: ['digital_assets', 'fungible_assets'] } as const
  const here = await createVersionReader(node, all).blocks(0, last)
  const inThreads = await createVersionReader(node, { ...all, threads: threadsOf() }).blocks(0, last)
  expect(inThreads).toHaveLength(transactions.length)
  // Bytes arrive from a thread as such, not as a Buffer.
  expect(inThreads).toEqual(structuredClone(here))
})

test('a page that a thread refuses is read from the next node, and the error names the fault', async () => {
  const gap: LedgerNode = { transactions: large.toSpliced(7, 1) }
  const torn: LedgerNode = {
    transactions: large,
    bend: async (answer, start) =>
      start === undefined ? answer : new Response((await answer.text()).slice(0, -1), answer),
  }
  const threads = threadsOf()
  const reader = createVersionReader(nodeOf({ gap, torn, whole: { transactions: large } }), { ...options, threads })
  expect(await reader.blocks(0, 99)).toHaveLength(100)
  for (const [node, message] of [
    [gap, 'has version 8 in place of 7'],
    [torn, 'incomplete JSON'],
  ] as const)
    await expect(createVersionReader(nodeOf({ node }), { ...options, threads }).blocks(0, 99)).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining(message),
    })
})

test('a page whose thread is ended fails with a clear error', async () => {
  const threads = threadsOf({ limitMs: 1 })
  const reader = createVersionReader(nodeOf({ node: { transactions: large } }, 5), { ...options, threads })
  await expect(reader.blocks(0, 99)).rejects.toMatchObject({
    code: 'upstream_failed',
    message: expect.stringContaining('for version 0 could not be decoded: the thread did not answer within 1 ms'),
  })
})

/** 15 MB of JSON that take half a gigabyte once parsed; twice as many end the process, whatever a thread's limit is. */
test('a page of more values than are read is refused before it is parsed', async () => {
  const bend = async (answer: Response, start: number | undefined) =>
    start === undefined ? answer : new Response(`[${Array(5_000_000).fill('{}').join()}]`, answer)
  const reader = createVersionReader(nodeOf({ node: { transactions: large, bend } }, 5), {
    ...options,
    threads: threadsOf(),
  })
  const [read] = await reader.blocks(0, 0)
  expect(read).toMatchObject({ fault: expect.stringContaining('has more than 4000000 values') })
})
