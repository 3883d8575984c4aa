import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type VerifiableProof, verifyProof } from '#components/evm/transaction/verify-proof.ts'
import type { Hex } from '#lib/base/hex.ts'
import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { recordedChain } from '#lib/demo/evm/methods.ts'
import { type ChainRules, chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { inclusionProof } from '#lib/evm/chain/checks/ordered-trie.ts'
import { type RawBlock, readRawBlock } from '#lib/evm/chain/rpc/reading/raw-block.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { recordedBlocks } from '#tests/evm/chain/decode/recorded-blocks.ts'
import { type SmallChain, startSmallChain } from '#tests/evm/chain/rpc/small-chain.ts'

/** As the endpoint gives it. */
const proofOf = (raw: Pick<RawBlock, 'block' | 'receipts'>, hash: Hex, rules: ChainRules = {}): VerifiableProof => {
  const proof = inclusionProof(raw.block, raw.receipts, hash, rules)
  if (!proof) throw new Error('The block has no such transaction')
  const { index, ...parts } = proof
  return {
    transaction_hash: hash,
    transaction_index: index,
    block_number: String(Number(raw.block.number)),
    block_hash: String(raw.block.hash),
    ...parts,
  }
}
const outcomes = (proof: VerifiableProof, expected?: { transactionHash: string; blockHash: string }) =>
  verifyProof(proof, expected ?? { transactionHash: proof.transaction_hash, blockHash: proof.block_hash }).map(
    ({ outcome }) => outcome,
  )
const allHeld = ['held', 'held', 'held', 'held']
const hashesOf = ({ block }: Pick<RawBlock, 'block'>): Hex[] =>
  (block.transactions as { hash: Hex }[]).map(({ hash }) => hash)

let chain: SmallChain
beforeAll(async () => {
  chain = await startSmallChain()
})
afterAll(() => chain.stop())

const mined = async (transfers: number): Promise<RawBlock> => {
  await chain.mineTransfers(transfers)
  const raw = await readRawBlock(
    createPool([chain.anvil.transport()]),
    Number(await chain.anvil.rpc('eth_blockNumber')),
  )
  if (!raw) throw new Error('The block is not there')
  return raw
}

test.each([1, 2, 16, 17, 130, 257])('every transaction of a block of %d is proven', async (transfers) => {
  const raw = await mined(transfers)
  for (const hash of hashesOf(raw)) expect(outcomes(proofOf(raw, hash))).toEqual(allHeld)
})

test('every transaction of the demo ledger is proven', async () => {
  const pool = createPool([demoEvmTransport()])
  const { head } = await recordedChain()
  let proven = 0
  // The last block is the one with blobs.
  for (let number = head; number > 0; number -= 9) {
    const raw = await readRawBlock(pool, number)
    for (const hash of raw ? hashesOf(raw) : []) {
      expect(raw && outcomes(proofOf(raw, hash))).toEqual(allHeld)
      proven++
    }
  }
  expect(proven).toBeGreaterThan(200)
})

describe('a manipulated proof fails at the manipulated step', () => {
  const changed = (hex: string | null): string => {
    const text = hex ?? ''
    const middle = Math.floor(text.length / 2)
    return `${text.slice(0, middle)}${text.charAt(middle) === '0' ? '1' : '0'}${text.slice(middle + 1)}`
  }
  const proof = async () => {
    const raw = await mined(40)
    return proofOf(raw, hashesOf(raw)[20] ?? '0x')
  }

  test('with a flipped bit in the transaction, the receipt or the header', async () => {
    const sound = await proof()
    const { transaction, receipt, header } = sound
    expect(outcomes({ ...sound, transaction: { ...transaction, bytes: changed(transaction.bytes) } })).toEqual([
      'failed',
      'held',
      'failed',
      'held',
    ])
    expect(outcomes({ ...sound, receipt: { ...receipt, bytes: changed(receipt.bytes) } })).toEqual([
      'held',
      'held',
      'held',
      'failed',
    ])
    expect(outcomes({ ...sound, header: { ...header, bytes: changed(header.bytes) } })[1]).toBe('failed')
  })

  test('with a changed, missing, extra or misplaced node', async () => {
    const sound = await proof()
    const { nodes } = sound.receipt
    expect(nodes.length).toBeGreaterThan(1)
    const spoiled = [
      ...nodes.map((node, index) => nodes.with(index, changed(node))),
      nodes.slice(0, -1),
      nodes.slice(1),
      [...nodes, nodes[0] ?? ''],
      nodes.toReversed(),
      [],
      ['0x'],
      ['0xzz'],
    ]
    for (const attempt of spoiled) {
      const steps = verifyProof(
        { ...sound, receipt: { ...sound.receipt, nodes: attempt } },
        { transactionHash: sound.transaction_hash, blockHash: sound.block_hash },
      )
      expect(steps.map(({ outcome }) => outcome)).toEqual(['held', 'held', 'held', 'failed'])
      expect(steps[3]?.reason).not.toBeNull()
    }
  })

  test('with another index, another transaction of the same block, or another block', async () => {
    const raw = await mined(40)
    const [first, second] = hashesOf(raw).map((hash) => proofOf(raw, hash))
    if (!first || !second) throw new Error('There are no two')
    expect(outcomes({ ...first, transaction_index: 3 })).toEqual(['held', 'held', 'failed', 'failed'])
    const expected = { transactionHash: first.transaction_hash, blockHash: first.block_hash }
    expect(outcomes(second, expected)).toEqual(['failed', 'held', 'held', 'held'])
    const other = await mined(40)
    expect(outcomes(first, { ...expected, blockHash: String(other.block.hash) })).toEqual([
      'held',
      'failed',
      'held',
      'held',
    ])
    // A whole proof of a block that someone made up: all of it fits together, but for the hash that the reader has.
    expect(outcomes({ ...proofOf(other, hashesOf(other)[0] ?? '0x'), block_hash: first.block_hash }, expected)).toEqual(
      ['failed', 'failed', 'held', 'held'],
    )
  })
})

test('data that cannot be encoded gives a reason, and no step is reported as failed', async () => {
  const raw = await mined(3)
  const hash = hashesOf(raw)[1] ?? '0x'
  const cut = { ...raw, block: { ...raw.block, mixHash: undefined } }
  expect(outcomes(proofOf(cut, hash))).toEqual(['held', 'not_possible', 'not_possible', 'not_possible'])
  const transactions = (raw.block.transactions as object[]).map((one) => ({ ...one, r: undefined }))
  const unsigned = proofOf({ ...raw, block: { ...raw.block, transactions } }, hash)
  expect(outcomes(unsigned)).toEqual(['not_possible', 'held', 'not_possible', 'held'])
  expect(unsigned.transaction.reason).toBe('The node omits a field that is part of it.')
  expect(inclusionProof(raw.block, raw.receipts, `0x${'0'.repeat(64)}`, {})).toBeUndefined()
})

const recordings = join('..', 'shared/recordings/evm')

describe.runIf(existsSync(recordings))('of recorded blocks', () => {
  test.each([
    ['mainnet', 'eth', ['22869878', '20000000', '4370000', '1000000.', '15537394']],
    ['polygon', 'polygon', ['44290568', '50000000']],
  ] as const)('every transaction of %s is proven', (folder, name, wanted) => {
    const blocks = recordedBlocks(join(recordings, folder, 'blocks')).filter(({ file }) =>
      wanted.some((start) => file.startsWith(start)),
    )
    expect(blocks).toHaveLength(wanted.length)
    for (const { answers, receipts } of blocks) {
      const raw = { block: answers.block as RawBlock['block'], receipts }
      // The trie is built for each: a few of each block are enough.
      const hashes = hashesOf(raw)
      for (const hash of [0, 1, 16, 127, 128, 200].flatMap((index) => hashes[index] ?? []))
        expect(outcomes(proofOf(raw, hash, chainRules(name)))).toEqual(allHeld)
    }
  })
})
