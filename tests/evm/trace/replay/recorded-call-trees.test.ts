import { describe, expect, test } from 'vitest'
import { isCreation } from '#lib/evm/chain/block.ts'
import { readCallTree } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import { placeFrames } from '#lib/evm/trace/frame-tree.ts'
import { hasRecordings, recordedNode, recordedTraces } from './recorded-traces.ts'

type Raw = {
  type: string
  from: string
  to?: string
  value?: string | null
  gas: string
  gasUsed: string
  input: string
  output?: string
  error?: string
  calls?: Raw[]
}
type Plain = {
  path: string
  type: string
  from: string
  to: string | null
  value: bigint
  gas: bigint
  gasUsed: bigint
  input: string
  output: string
  error: string | null
  isUndone: boolean
}

/** The frames of callTracer by the plainest reading: recursion. */
const plainFrames = (raw: Raw, path = '0', isUndoneAbove = false): Plain[] => {
  const isUndone = isUndoneAbove || raw.error !== undefined
  const { type, from, to, value, gas, gasUsed, input, output = '0x', error = null, calls = [] } = raw
  const own = {
    path,
    type,
    from,
    to: to ?? null,
    value: BigInt(value ?? '0x0'),
    gas: BigInt(gas),
    gasUsed: BigInt(gasUsed),
  }
  return [
    { ...own, input, output, error, isUndone },
    ...calls.flatMap((call, index) => plainFrames(call, `${path}-${index}`, isUndone)),
  ]
}

describe.skipIf(!hasRecordings)('the recorded traces', () => {
  const blocks = hasRecordings ? [...recordedTraces('mainnet'), ...recordedTraces('polygon')] : []

  test.each(blocks.filter(({ debug }) => debug))('$name: the tree has every frame of callTracer', async (recorded) => {
    const pool = recordedNode(recorded)
    for (const [index, { hash }] of recorded.block.transactions.entries()) {
      const tree = await readCallTree(pool, `0x${hash.slice(2)}`)
      const raw = recorded.debug?.[index]
      const placed = placeFrames(tree.frames)
      const shown = placed.map(({ path, frame: { depth, logs, ...frame } }) => {
        expect(path.split('-')).toHaveLength(depth + 1)
        expect(logs).toEqual([])
        return { path, ...frame }
      })
      expect(shown).toEqual(plainFrames((raw?.result ?? raw) as Raw))
      // Own gas adds up to that of the transaction.
      expect(placed.reduce((sum, { ownGas }) => sum + ownGas, 0n)).toBe(tree.frames[0]?.gasUsed)
    }
  })

  test.each(blocks.filter(({ parity }) => parity))('$name: the tree has every Parity trace', async (recorded) => {
    const pool = recordedNode(recorded)
    for (const { hash } of recorded.block.transactions) {
      const traces = (recorded.parity ?? []).filter(({ transactionHash }) => transactionHash === hash)
      const placed = placeFrames((await readCallTree(pool, `0x${hash.slice(2)}`)).frames)
      expect(placed.map(({ path }) => path).sort()).toEqual(
        traces.map(({ traceAddress }) => ['0', ...traceAddress].join('-')).sort(),
      )
    }
  })

  test('a delegate call is folded only into a call with the same calldata', async () => {
    let folded = 0
    for (const recorded of blocks) {
      const pool = recordedNode(recorded)
      for (const { hash } of recorded.block.transactions) {
        const placed = placeFrames((await readCallTree(pool, `0x${hash.slice(2)}`)).frames)
        for (const { frame, delegate } of placed) {
          if (delegate === undefined) continue
          folded++
          const inner = placed[delegate]?.frame
          expect(isCreation(frame.type)).toBe(false)
          expect(inner).toMatchObject({ type: 'DELEGATECALL', input: frame.input, depth: frame.depth + 1 })
        }
      }
    }
    expect(folded).toBeGreaterThan(500)
  })
})
