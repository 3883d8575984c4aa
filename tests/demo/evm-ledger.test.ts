import { statSync } from 'node:fs'
import {
  formatTransaction,
  type Hex,
  hexToBytes,
  keccak256,
  type parseSignature,
  type RpcTransaction,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { demoChainId, demoWallets } from '#lib/demo/cast.ts'
import { demoAbis } from '#lib/demo/evm/demo-transport.ts'
import { demoLabels } from '#lib/demo/evm/labels.ts'
import { recordedChain } from '#lib/demo/evm/methods.ts'
import { entryPoints } from '#lib/evm/api/entry-points.ts'
import { operationTopics } from '#lib/evm/user-operation/operation-logs.ts'
import { demoMnemonic } from '#tests/demo-recorder/evm/stage.ts'

const { recording } = await recordedChain()
const transactions = recording.blocks.flatMap((block) => block.transactions)
const receipts = recording.receipts.flat()
const logs = receipts.flatMap((receipt) => receipt.logs)
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const isZero = (topic: string | undefined) => /^0x0+$/.test(topic ?? '')

test('the committed archives are small', () => {
  const sizes = ['evm', 'aptos', 'documents'].map((name) => statSync(`lib/demo/${name}.archive`).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_750_000)
})

test('the ledger is large enough to look alive, and one wallet is long enough to scroll', () => {
  const sent = Map.groupBy(transactions, (transaction) => transaction.from)
  const days = Map.groupBy(recording.blocks.slice(1), (block) => Math.floor(Number(block.timestamp) / 86_400))
  expect(transactions.length).toBeGreaterThanOrEqual(3_000)
  expect(recording.blocks.length).toBeGreaterThan(800)
  expect(sent.get(demoWallets[1].evm)?.length).toBeGreaterThanOrEqual(600)
  expect(days.size).toBeGreaterThan(40)
  expect(recording.blocks.filter((block) => block.transactions.length === 0).length).toBeGreaterThan(50)
  expect(recording.blocks.filter((block) => block.transactions.length >= 5).length).toBeGreaterThan(50)
})

test('NFTs are minted one by one, in batches and by one consecutive event', () => {
  const mints = logs.filter(
    (log) => log.topics[0] === transferTopic && log.topics.length === 4 && isZero(log.topics[1]),
  )
  const consecutive = logs.filter((log) => log.topics[0]?.startsWith('0xdeaa91b6'))
  const batches = logs.filter((log) => log.topics[0]?.startsWith('0x4a39dc06'))
  expect(mints.length + 60).toBeGreaterThanOrEqual(400)
  expect(consecutive).toHaveLength(1)
  expect(batches.length).toBeGreaterThan(20)
})

test('contains everything that an explorer must show: kinds of transactions, failures, creations, self-transfers, an upgrade', () => {
  const has = (condition: boolean) => expect(condition).toBe(true)
  expect(new Set(transactions.map((transaction) => transaction.type))).toEqual(
    new Set(['0x0', '0x1', '0x2', '0x3', '0x4']),
  )
  expect(receipts.filter((receipt) => receipt.status === '0x0').length).toBeGreaterThan(50)
  expect(receipts.filter((receipt) => receipt.contractAddress !== null).length).toBeGreaterThan(10)
  has(transactions.some((transaction) => transaction.from === transaction.to))
  has(logs.some((log) => log.topics.length === 4 && log.topics[0] === transferTopic && log.topics[1] === log.topics[2]))
  has(logs.some((log) => log.topics.length === 3 && log.topics[0] === transferTopic && isZero(String(log.data))))
  has(logs.some((log) => log.topics.length === 4 && log.topics[0] === transferTopic && isZero(log.topics[2])))
  has(logs.filter((log) => log.topics[0]?.startsWith('0xbc7cd75a')).length === 2)
  const traces = JSON.stringify(recording.traces)
  for (const kind of ['CALL', 'STATICCALL', 'DELEGATECALL', 'CREATE', 'CREATE2'])
    has(traces.includes(`"type":"${kind}"`))
  has(traces.includes('out of gas'))
  has(traces.includes('OldLeaf: allowance too small'))
})

test('contains a delegation, and a bundle of user operations that a paymaster pays', () => {
  const ofType = (type: string) => transactions.filter((transaction) => transaction.type === type)
  const [delegating] = ofType('0x4')
  expect(delegating).toMatchObject({ from: delegating?.to, authorizationList: [{ chainId: '0x535059' }] })
  expect(recording.code[String(delegating?.from)]).toMatch(/^0xef0100/)
  const operations = logs.filter((log) => log.topics[0] === operationTopics.executed)
  expect(operations.map((log) => log.address)).toEqual([entryPoints[2], entryPoints[2]])
  expect(operations.every((log) => !isZero(log.topics[3]))).toBe(true)
})

test('blocks link, and timestamps never decrease', () => {
  recording.blocks.slice(1).forEach((block, i) => {
    const parent = recording.blocks[i]
    expect(block.parentHash).toBe(parent?.hash)
    expect(Number(block.number)).toBe(i + 1)
    expect(Number(block.timestamp)).toBeGreaterThan(Number(parent?.timestamp))
  })
})

test('receipts match their blocks, and log indexes have no gaps', () => {
  recording.blocks.forEach((block, n) => {
    const own = recording.receipts[n] ?? []
    expect(own.map((receipt) => receipt.transactionHash)).toEqual(block.transactions.map(({ hash }) => hash))
    expect(own.every((receipt) => receipt.blockHash === block.hash)).toBe(true)
    const indices = own.flatMap((receipt) => receipt.logs.map((log) => Number(log.logIndex)))
    expect(indices).toEqual(indices.map((_, i) => i))
  })
})

test('every bloom matches its logs', () => {
  recording.blocks.forEach((block, n) => {
    const own = recording.receipts[n] ?? []
    expect(block.logsBloom).toBe(bloomOf(own.flatMap((receipt) => receipt.logs)))
    for (const receipt of own) expect(receipt.logsBloom).toBe(bloomOf(receipt.logs))
  })
})

const bits = new Map<string, number[]>()
function bitsOf(entry: string): number[] {
  const known = bits.get(entry)
  if (known) return known
  const hash = hexToBytes(keccak256(entry as Hex))
  const found = [0, 2, 4].map((i) => (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & 2047)
  bits.set(entry, found)
  return found
}

function bloomOf(entries: readonly { address: string; topics: string[] }[]): string {
  const bloom = Buffer.alloc(256)
  for (const bit of entries.flatMap((log) => [log.address, ...log.topics].flatMap(bitsOf))) {
    const at = 255 - (bit >> 3)
    bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7))
  }
  return `0x${bloom.toString('hex')}`
}

test('transaction hashes are hashes of the signed bytes', () => {
  const sample = transactions.filter(({ type }, i) => i % 40 === 0 || ['0x1', '0x3', '0x4'].includes(String(type)))
  for (const raw of sample) {
    const { r, s, v, yParity, hash, gasPrice, ...rest } = formatTransaction(raw as unknown as RpcTransaction)
    const unsigned = {
      ...rest,
      chainId: demoChainId,
      data: rest.input,
      to: rest.to ?? undefined,
    } as TransactionSerializable
    const hasFeeCap = ['0x2', '0x3', '0x4'].includes(String(raw.type))
    const priced = hasFeeCap ? unsigned : ({ ...unsigned, gasPrice } as TransactionSerializable)
    const signature = raw.type === '0x0' ? { r, s, v } : { r, s, yParity: yParity ?? 0 }
    expect(keccak256(serializeTransaction(priced, signature as ReturnType<typeof parseSignature>))).toBe(hash)
  }
})

test('labels name the wallets of the seed phrase and the recorded contracts', async () => {
  const derived = demoWallets.map((_, addressIndex) =>
    mnemonicToAccount(demoMnemonic, { accountIndex: 7, addressIndex }).address.toLowerCase(),
  )
  expect(demoWallets.map((wallet) => wallet.evm)).toEqual(derived)
  const contracts = new Set((await demoAbis()).map(({ address }) => String(address)))
  const named = demoLabels.filter(({ address }) => !derived.includes(address))
  expect(named).toHaveLength(24)
  const rollup = transactions.at(-1)?.to
  for (const { address } of named) expect([...contracts, rollup]).toContain(address)
})
