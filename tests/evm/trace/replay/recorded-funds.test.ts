import { describe, expect, test } from 'vitest'
import { type FundStep, fundFlows, fundSteps, fundsLayout } from '#components/evm/transaction/funds-diagram.tsx'
import { readCallTree } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import { logMoves } from '#lib/evm/summary/log-data.ts'
import { coin as native } from '#lib/evm/summary/moves.ts'
import type { EvmCallTree } from '#lib/evm/trace/contract.ts'
import { placeFrames } from '#lib/evm/trace/frame-tree.ts'
import { hasRecordings, recordedNode, recordedTraces } from './recorded-traces.ts'

type Log = { address: string; topics: string[]; data: string; logIndex: string }

const frameOf = (over: object): EvmCallTree['frames'][number] => ({
  ...{ frame: '0', type: 'CALL', from: '0xa', to: '0xb', to_label: null, value: '0', gas: '0', gas_used: '0' },
  ...{ selector: null, call: null, error: null, reason: null, is_undone: false, input_bytes: 0, output_bytes: 0 },
  ...{ delegate: null, logs: [], ...over },
})

/** What each address gained of each asset. */
const netOf = (steps: readonly Pick<FundStep, 'asset' | 'from' | 'to' | 'amount'>[]): Map<string, bigint> => {
  const net = new Map<string, bigint>()
  const add = (key: string, amount: bigint) => net.set(key, (net.get(key) ?? 0n) + amount)
  for (const { asset, from, to, amount } of steps) {
    add(`${asset} ${from}`, -amount)
    add(`${asset} ${to}`, amount)
  }
  return new Map([...net].filter(([, amount]) => amount !== 0n).sort())
}

describe.skipIf(!hasRecordings)('the funds of recorded transactions', () => {
  const blocks = hasRecordings ? [...recordedTraces('mainnet'), ...recordedTraces('polygon')] : []

  test('are every value of the trace and every token event, merged without losing any', async () => {
    let flowCount = 0
    for (const recorded of blocks) {
      const pool = recordedNode(recorded)
      for (const { hash } of recorded.block.transactions) {
        const { frames } = await readCallTree(pool, `0x${hash.slice(2)}`)
        const shown = placeFrames(frames).map(({ frame, path }) =>
          frameOf({
            ...{ frame: path, type: frame.type, from: frame.from, to: frame.to },
            ...{ value: String(frame.value), is_undone: frame.isUndone },
          }),
        )
        const receipt = recorded.receipts.find(({ transactionHash }) => transactionHash === hash)
        const moves = logMoves(
          ((receipt?.logs ?? []) as Log[]).map(({ address, topics, data, logIndex }) => ({
            ...{ log_index: String(Number(logIndex)), transaction_hash: hash, transaction_index: '0', address, data },
            ...{ topic0: topics[0] ?? null, topic1: topics[1] ?? null, topic2: topics[2] ?? null },
            ...{ topic3: topics[3] ?? null, block_timestamp: '', block_number: '0', block_hash: '0x' },
          })),
          new Set(),
        )
        const flows = fundFlows(fundSteps({ frames: shown, log_placement: 'inferred' }, moves).steps)
        // The plainest reading of both sources.
        const values = frames
          .filter(({ isUndone, type, to }) => !isUndone && to && /^(CALL|CREATE2?|SELFDESTRUCT)$/.test(type))
          .map(({ from, to, value }) => ({ asset: native, from, to: to ?? '', amount: value }))
        const events = moves.map(({ token, from, to, amount }) => ({ asset: token, from, to, amount }))
        expect(netOf(flows)).toEqual(netOf([...values, ...events]))
        expect(flows.map(({ number }) => number)).toEqual(flows.map((_, index) => index + 1))
        flowCount += flows.length
      }
    }
    expect(flowCount).toBeGreaterThan(10_000)
  })
})

const step = (over: Partial<FundStep>): FundStep => ({
  ...{ asset: native, from: '0xa', to: '0xb', amount: 1n, tokenId: null, ...over },
})

test('flows are numbered by their first step, and the same direction of one asset is added up', () => {
  const flows = fundFlows([
    step({ amount: 2n }),
    step({ from: '0xb', to: '0xa' }),
    step({ amount: 0n, to: '0xc' }),
    step({ amount: 5n }),
    step({ asset: '0xnft', tokenId: '7' }),
    step({ asset: '0xnft', tokenId: '8' }),
  ])
  expect(flows).toEqual([
    { number: 1, asset: native, from: '0xa', to: '0xb', amount: 7n, stepCount: 2, tokenIds: [] },
    { number: 2, asset: native, from: '0xb', to: '0xa', amount: 1n, stepCount: 1, tokenIds: [] },
    { number: 3, asset: '0xnft', from: '0xa', to: '0xb', amount: 2n, stepCount: 2, tokenIds: ['7', '8'] },
  ])
})

test('with logs in their place, native and token transfers are in time order; failed calls moved nothing', () => {
  const log = (log_index: string, position: number | null) => ({ log_index, position, address: '0xt', event: null })
  const frames = [
    frameOf({ value: '9', logs: [log('4', 0), log('6', null)] }),
    frameOf({ frame: '0-0', from: '0xb', to: '0xc', value: '3', logs: [log('5', null)] }),
    frameOf({ frame: '0-1', from: '0xb', to: '0xd', value: '2', is_undone: true }),
    frameOf({ frame: '0-2', from: '0xb', to: '0xe', value: '2', type: 'DELEGATECALL' }),
  ]
  const move = (logIndex: string) => ({
    ...{ logIndex, standard: 'ERC20' as const, token: `0x${logIndex}`, from: '0xa', to: '0xb', tokenId: null },
    ...{ amount: 1n, isWrapping: false },
  })
  const { steps, isInOrder } = fundSteps({ frames, log_placement: 'traced' }, [move('4'), move('5'), move('6')])
  expect(isInOrder).toBe(true)
  expect(steps.map(({ asset, to }) => `${asset} ${to}`)).toEqual([
    'native 0xb',
    '0x4 0xb',
    'native 0xc',
    '0x5 0xb',
    '0x6 0xb',
  ])
})

test('each address has a lane of its own, each flow a row, and a colour stays with its asset', () => {
  const flows = fundFlows([
    step({}),
    step({ from: '0xb', to: '0xc', asset: '0xt' }),
    step({ from: '0xc', to: '0xa' }),
    step({ from: '0xc', to: '0xc', asset: '0xt' }),
  ])
  const { lanes, arrows, width, height } = fundsLayout(flows)
  expect(lanes.map(({ address }) => address)).toEqual(['0xa', '0xb', '0xc'])
  expect(arrows.map(({ colour }) => colour)).toEqual([0, 1, 0, 1])
  expect(arrows.every(({ y }, index) => y > (arrows[index - 1]?.y ?? 0) && y < height)).toBe(true)
  for (const { fromX, toX } of arrows) {
    const inLanes = lanes.map(({ x }) => x)
    expect([inLanes.includes(fromX), inLanes.includes(toX), fromX < width, toX < width]).toEqual([
      true,
      true,
      true,
      true,
    ])
  }
})
