import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { blockCheckNames } from '#lib/evm/api/block-checks.ts'
import { type BlockChecks, blockChecks, failedChecks, outcomesOf } from '#lib/evm/chain/checks/block-checks.ts'
import { chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import type { Raw } from '#lib/evm/chain/checks/rlp-bytes.ts'
import { recordedBlocks } from '#tests/evm/chain/decode/recorded-blocks.ts'

const recordings = join('..', 'shared/recordings/evm')

/** What whoever recorded them found, by code of their own. */
const manifest = z.object({
  blocks: z.array(
    z.object({
      number: z.number(),
      verification: z.record(z.string(), z.union([z.boolean(), z.string(), z.object()])),
    }),
  ),
})
const named = [
  ['blockHash', 'block_hash'],
  ['transactionsRoot', 'transactions_root'],
  ['receiptsRoot', 'receipts_root'],
] as const

/** Real blocks of real chains, where the recordings are at hand. */
describe.runIf(existsSync(recordings))('recorded blocks', () => {
  const checked = (folder: string, chain: string): Map<number, BlockChecks> =>
    new Map(
      recordedBlocks(join(recordings, folder, 'blocks')).map(({ answers, block, receipts }) => [
        Number(block.number),
        blockChecks(answers.block as Raw, receipts, 'equal', chainRules(chain)),
      ]),
    )

  test.each([
    ['mainnet', 'eth', 96, 80],
    ['polygon', 'polygon', 2, 2],
    ['arbitrum', 'arbitrum', 5, 1],
    ['arb-sepolia', 'arbitrum', 1, 1],
    ['cronos', 'cronos', 7, 0],
  ] as const)('of %s: every verifiable root passes, and none is reported as failed', (folder, chain, count, whole) => {
    const checks = checked(folder, chain)
    const { blocks } = manifest.parse(JSON.parse(readFileSync(join(recordings, folder, 'manifest.json'), 'utf8')))
    const isOfEthereum = chain !== 'cronos'
    for (const { number, verification } of blocks) {
      const found = checks.get(number)
      if (!found) continue
      expect(failedChecks(outcomesOf(found)), `block ${number}`).toEqual([])
      for (const [theirs, ours] of named)
        if (verification[theirs] === true && isOfEthereum)
          expect(found[ours].outcome, `${ours} of ${number}`).toBe('held')
    }
    const all = [...checks.values()]
    expect(all).toHaveLength(count)
    expect(all.filter((one) => blockCheckNames.every((name) => one[name].outcome === 'held'))).toHaveLength(whole)
  })

  test('an author in place of the miner is recognised', () => {
    // The recording client wrote Polygon's block author where the header has no miner.
    expect(checked('polygon', 'polygon').get(44_290_568)?.block_hash.outcome).toBe('held')
    expect(checked('polygon', 'arbitrum').get(44_290_568)?.block_hash.outcome).toBe('failed')
  })

  test('any change to a block with every transaction type is detected', () => {
    const [recorded] = recordedBlocks(join(recordings, 'mainnet/blocks')).filter(({ file }) =>
      file.startsWith('22869878'),
    )
    const block = recorded?.answers.block as Raw
    const receipts = recorded?.receipts ?? []
    const failing = (changed: Raw, said: readonly unknown[] = receipts) =>
      failedChecks(outcomesOf(blockChecks(changed, said, 'equal', chainRules('eth'))))
    expect(failing(block)).toEqual([])

    const flipped = (value: unknown): unknown => {
      if (value === '0x') return '0x01'
      if (typeof value === 'string') return `${value.slice(0, -1)}${value.endsWith('1') ? '2' : '1'}`
      return Array.isArray(value) ? [...value, ...value.slice(0, 1)] : value
    }
    const ofHeader = ['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'logsBloom', 'difficulty', 'number', 'gasLimit']
    ofHeader.push('gasUsed', 'timestamp', 'extraData', 'mixHash', 'nonce', 'baseFeePerGas', 'withdrawalsRoot')
    ofHeader.push('blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot', 'requestsHash', 'hash')
    for (const field of ofHeader)
      expect(failing({ ...block, [field]: flipped(block[field]) }), field).toEqual(['block_hash'])
    expect(failing({ ...block, transactionsRoot: flipped(block.transactionsRoot) })).toEqual([
      'block_hash',
      'transactions_root',
    ])

    const transactions = block.transactions as Raw[]
    const types = new Set<unknown>()
    for (const [index, transaction] of transactions.entries()) {
      if (types.has(transaction.type)) continue
      types.add(transaction.type)
      const fields = [
        'nonce',
        'value',
        'gas',
        'input',
        'r',
        's',
        'to',
        ...(transaction.type === '0x3' ? ['maxFeePerBlobGas'] : []),
      ]
      for (const field of fields) {
        const changed = transactions.with(index, { ...transaction, [field]: flipped(transaction[field] ?? '0x00') })
        expect(failing({ ...block, transactions: changed }), `${field} of type ${transaction.type}`).toEqual([
          'transactions_root',
          'transaction_hashes',
        ])
      }
      const renamed = transactions.with(index, { ...transaction, hash: flipped(transaction.hash) })
      expect(failing({ ...block, transactions: renamed })).toEqual(['transaction_hashes'])
    }
    expect([...types].sort()).toEqual(['0x0', '0x1', '0x2', '0x3', '0x4'])

    const logged = receipts.findIndex(({ logs }) => logs.length > 0)
    const receipt = receipts[logged]
    for (const field of ['status', 'cumulativeGasUsed', 'logsBloom'])
      expect(
        failing(block, receipts.with(logged, { ...receipt, [field]: flipped(receipt?.[field]) } as never)),
        field,
      ).toEqual(['receipts_root'])
    const [log] = receipt?.logs ?? []
    for (const field of ['address', 'data', 'topics'])
      expect(
        failing(
          block,
          receipts.with(logged, { ...receipt, logs: [{ ...log, [field]: flipped(log?.[field]) }] } as never),
        ),
      ).toEqual(['receipts_root'])
  })
})
