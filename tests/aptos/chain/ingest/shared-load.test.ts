import { expect, test } from 'vitest'
import { createVersionReader } from '#lib/aptos/chain/ingest/page-decoder.ts'
import { userTransaction } from '#tests/aptos/chain/decode/versions.ts'
import { type LedgerNode, nodeOf } from './ledger-node.ts'

const options = { chainId: 4, contents: [] }
const transactions = Array.from({ length: 6_000 }, (_, version) => userTransaction({ version: String(version) }))

/** A node that answers after a moment, and counts what it was asked for. */
const counted = (bend: (answered: number) => Response | undefined = () => undefined) => {
  const asked: number[] = []
  const node: LedgerNode = {
    transactions,
    bend: async (answer, start) => {
      if (start === undefined) return answer
      asked.push(start)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return bend(asked.length) ?? answer
    },
  }
  return { node, asked }
}

test('several nodes share the pages of a backfill', async () => {
  const [first, second] = [counted(), counted()]
  const reader = createVersionReader(nodeOf({ first: first.node, second: second.node }), options)
  const versions = await reader.blocks(0, 5_999)
  expect(versions).toHaveLength(6_000)
  expect(Math.min(first.asked.length, second.asked.length)).toBeGreaterThan(10)
})

test('a node that asks for a pause is left alone, and the other one reads on', async () => {
  const limited = counted(() => new Response('', { status: 429, headers: { 'retry-after': '600' } }))
  const other = counted()
  const reader = createVersionReader(nodeOf({ limited: limited.node, other: other.node }), options)
  expect(await reader.blocks(0, 5_999)).toHaveLength(6_000)
  expect(limited.asked.length).toBeLessThan(10)
})
