import { readFileSync } from 'node:fs'
import {
  concat,
  createPublicClient,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  type TransactionReceipt,
  toHex,
  toRlp,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { Bloom } from '#lib/evm/chain/checks/bloom.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcCall, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { createNodeAccess } from '#lib/evm/family/node-access.ts'
import { arbitrumDeposits } from '#lib/evm/origin/arbitrum-deposits.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { compileAll } from '#tests/evm/verification/deployments.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'

/** Reports messages as bridge and inbox of a rollup do, in one contract. */
const bridgeSource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Bridge {
  event MessageDelivered(uint256 indexed messageIndex, bytes32 indexed beforeInboxAcc, address inbox, uint8 kind,
    address sender, bytes32 messageDataHash, uint256 baseFeeL1, uint64 timestamp);
  event InboxMessageDelivered(uint256 indexed messageNum, bytes data);
  function deliver(uint256 number, uint8 kind, bytes calldata data, bytes32 hash) external {
    emit MessageDelivered(number, bytes32(number), address(this), kind, msg.sender, hash, 7, uint64(block.timestamp));
    emit InboxMessageDelivered(number, data);
  }
}`
const bridgeAbi = parseAbi(['function deliver(uint256 number, uint8 kind, bytes data, bytes32 hash)'])

const chainId = 137
const receiver: Hex = `0x${'ab'.repeat(20)}`
const refunds: Hex = `0x${'cd'.repeat(20)}`
const calldata: Hex = '0x12345678'
const ticketNumber = 21
const depositNumber = 22

const wordOf = (value: bigint | number | Hex): Hex =>
  typeof value === 'string' ? pad(value) : numberToHex(value, { size: 32 })
const short = (value: bigint | number): Hex => (BigInt(value) === 0n ? '0x' : toHex(BigInt(value)))
const ticketContent = concat([
  ...[receiver, 3, 5, 11, refunds, receiver, 100_000, 13, 4].map((value) => wordOf(value as Hex | number)),
  calldata,
])
const depositContent = encodePacked(['address', 'uint256'], [receiver, 9n])

let l1: Anvil
let sender: Hex
let bridge: Hex
let ticket: TransactionReceipt
let deposit: TransactionReceipt
let onRollup: { ticket: Hex; deposit: Hex; redeem: Hex }
let rollup: RpcTransport

const mined = async (call: Record<string, unknown>): Promise<TransactionReceipt> => {
  const hash = (await l1.rpc('eth_sendTransaction', [call])) as Hex
  const client = createPublicClient({ transport: http(l1.url) })
  return client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
}

const delivering = (number: number, kind: number, content: Hex, hash = keccak256(content)) =>
  mined({
    ...{ from: sender, to: bridge },
    data: encodeFunctionData({ abi: bridgeAbi, functionName: 'deliver', args: [BigInt(number), kind, content, hash] }),
  })

const typed = (type: Hex, fields: Hex[]): Hex => keccak256(concat([type, toRlp(fields)]))

/** No node of Arbitrum runs here: this one has a single block, with the fields that nitro returns. */
const rollupNode = (l1Block: bigint): RpcTransport => {
  const blockHash: Hex = `0x${'77'.repeat(32)}`
  const place = { blockHash, blockNumber: '0x1' }
  const common = {
    chainId: numberToHex(chainId),
    nonce: '0x0',
    gasPrice: '0x1',
    v: '0x0',
    r: '0x0',
    s: '0x0',
    value: '0x0',
  }
  const own = { ...common, gas: '0x0', input: '0x', from: sender, to: receiver }
  const arbOs: Hex = '0x00000000000000000000000000000000000a4b05'
  const startBlock = concat(['0x6bf6a42d', wordOf(7), wordOf(l1Block), wordOf(1), wordOf(1)])
  const transactions = [
    { ...own, type: '0x6a', hash: `0x${'01'.repeat(32)}`, from: arbOs, to: arbOs, input: startBlock },
    {
      ...{ ...own, type: '0x69', hash: onRollup.ticket, requestId: wordOf(ticketNumber), gas: numberToHex(100_000) },
      ...{ l1BaseFee: '0x7', depositValue: '0x5', maxFeePerGas: '0xd', retryTo: receiver, retryValue: '0x3' },
      ...{ beneficiary: receiver, maxSubmissionFee: '0xb', refundTo: refunds, retryData: calldata },
    },
    { ...own, type: '0x68', hash: onRollup.redeem, ticketId: onRollup.ticket, input: calldata, value: '0x3' },
    { ...own, type: '0x64', hash: onRollup.deposit, requestId: wordOf(depositNumber), value: '0x9' },
  ].map((transaction, index) => ({ ...transaction, ...place, transactionIndex: numberToHex(index) }))
  const redeemScheduled: Hex = keccak256(
    toHex('RedeemScheduled(bytes32,bytes32,uint64,uint64,address,uint256,uint256)'),
  )
  const scheduled = {
    ...{ address: '0x000000000000000000000000000000000000006e', data: pad('0x', { size: 128 }), removed: false },
    topics: [redeemScheduled, onRollup.ticket, onRollup.redeem, wordOf(0)],
    ...{ ...place, logIndex: '0x0', transactionHash: onRollup.ticket, transactionIndex: '0x1' },
  }
  const bloom = new Bloom()
  for (const item of [scheduled.address, ...scheduled.topics]) bloom.add(item as Hex)
  const [logsBloom, none]: Hex[] = [`0x${bloom.digits()}`, `0x${'00'.repeat(256)}`]
  const receipts = transactions.map(({ hash, from, to, type, transactionIndex }) => ({
    ...{ ...place, transactionHash: hash, transactionIndex, from, to, type, status: '0x1', contractAddress: null },
    ...{ gasUsed: '0x0', cumulativeGasUsed: '0x0', effectiveGasPrice: '0x1', gasUsedForL1: '0x0' },
    ...(hash === onRollup.ticket ? { logs: [scheduled], logsBloom } : { logs: [], logsBloom: none }),
  }))
  const zero = wordOf(0)
  const header = {
    ...{ number: '0x1', hash: blockHash, parentHash: zero, timestamp: '0x65000000', miner: arbOs, gasUsed: '0x0' },
    ...{ gasLimit: '0x4000000000000', difficulty: '0x1', nonce: '0x0000000000000000', extraData: '0x', size: '0x1' },
    ...{ baseFeePerGas: '0x1', logsBloom, stateRoot: zero, transactionsRoot: zero, receiptsRoot: zero },
    ...{ sha3Uncles: zero, mixHash: zero, uncles: [] },
  }
  const transactionOf = (hash: unknown) => transactions.find((one) => one.hash === hash) ?? null
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => numberToHex(chainId),
    eth_blockNumber: () => '0x1',
    eth_getBlockByNumber: ([number, isFull]) => {
      if (typeof number === 'string' && number.startsWith('0x') && number !== '0x1') return null
      return { ...header, transactions: isFull ? transactions : transactions.map((one) => one.hash) }
    },
    eth_getBlockByHash: ([hash]) => (hash === blockHash ? { ...header, transactions: [] } : null),
    eth_getBlockReceipts: () => receipts,
    eth_getTransactionByHash: ([hash]) => transactionOf(hash),
    eth_getTransactionReceipt: ([hash]) => receipts.find((one) => one.transactionHash === hash) ?? null,
  }
  const answer = ({ method, params }: RpcCall) => {
    const found = answers[method]
    return found ? { result: found(params) } : { error: { code: -32601, message: 'Method not found' } }
  }
  return { name: 'rollup', send: async (calls) => calls.map(answer) }
}

beforeAll(async () => {
  l1 = await startAnvil()
  const accounts = (await l1.rpc('eth_accounts')) as Hex[]
  sender = accounts[0] ?? receiver
  const code = compileAll({}, bridgeSource).get('Bridge')?.evm.bytecode.object
  bridge = (await mined({ from: sender, data: `0x${code}` })).contractAddress ?? receiver
  ticket = await delivering(ticketNumber, 9, ticketContent)
  deposit = await delivering(depositNumber, 12, depositContent)
  onRollup = {
    // The order of the fields: arb_types of Arbitrum's go-ethereum.
    ticket: typed('0x69', [
      ...[short(chainId), wordOf(ticketNumber), sender, short(7), short(5), short(13), short(100_000), receiver],
      ...[short(3), receiver, short(11), refunds, calldata],
    ]),
    deposit: typed('0x64', [short(chainId), wordOf(depositNumber), sender, receiver, short(9)]),
    redeem: `0x${'02'.repeat(32)}`,
  }
  rollup = rollupNode(deposit.blockNumber)
})
afterAll(() => l1?.stop())

/** Two messages of Arbitrum One, each with its content. */
const recordedLogs = () => {
  type Recorded = { address: Hex; topics: Hex[]; data: Hex; logIndex: Hex; transactionIndex: Hex }
  const file = new URL('arbitrum-messages.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as Recorded[]).map(({ address, topics, data, ...place }) => {
    const [topic0 = null, topic1 = null, topic2 = null] = topics.map(toBytes)
    return {
      ...{
        chain: 1,
        block_number: 15_538_827,
        log_index: Number(place.logIndex),
        topic0,
        topic1,
        topic2,
        topic3: null,
      },
      ...{ transaction_index: Number(place.transactionIndex), address: toBytes(address), data: toBytes(data) },
    }
  })
}

test('the hashes of recorded messages are those that the SDK of Arbitrum computes', () => {
  // calculateSubmitRetryableId and calculateDepositTxId of @arbitrum/sdk 4.1.0.
  expect(arbitrumDeposits(recordedLogs()).map(({ messageNumber, hashOn }) => [messageNumber, hashOn(42_161)])).toEqual([
    [32_186n, '0x216188d99f7321a955fcac95f84d18a175a63f2df823ddd49b9056fa87de3057'],
    [32_187n, '0x8833fa13a527f102daff6177e45311fa52b6eaccae6239df3e4efbce8a62c4bc'],
  ])
})

test('a content belongs to one message, however often it is reported', () => {
  const logs = recordedLogs()
  const repeated = Array.from({ length: 5_000 }, () => logs).flat()
  expect(arbitrumDeposits(repeated).map(({ messageNumber }) => messageNumber)).toEqual([32_186n, 32_187n])
})

describe.each(dialects)('deposits of Arbitrum on %s', (dialect) => {
  const createStore = evmStores(dialect)

  /** The L1 is served as `eth`, the rollup as `polygon`. */
  const served = async ({ isIndexed }: { isIndexed: boolean }) => {
    const store = await createStore()
    const nodes = [
      { chain: 'eth', transport: l1.transport(), id: 1 },
      { chain: 'polygon', transport: rollup, id: chainId },
    ].map(({ transport, ...one }) => {
      const pool = createPool([transport], { attemptsMax: 1 })
      return { ...one, pool, reader: createEvmReader(pool, { finalityBlocks: 0 }) }
    })
    if (isIndexed)
      for (const { id, reader } of nodes) {
        const head = await reader.head()
        const first = id === chainId ? 1 : 0
        await createEvmRangeIndex(store, id).appendRange(await reader.blocks(first, head.latest), head)
      }
    // The nodes are not asked where the index has both.
    const node = createNodeAccess(nodes)
    const { sentTransaction } = node
    return evmServices(store, { node: isIndexed && sentTransaction ? { sentTransaction } : node }).explorer
  }

  test.each([true, false])('lead from the L1 to the rollup and back (indexed: %s)', async (isIndexed) => {
    const explorer = await served({ isIndexed })
    const partsOf = (hash: Hex, chain: string) => explorer.evmSentTransaction({ transaction_hash: hash, chain })
    const both = { stack: 'arbitrum', portal: bridge, from: sender, to: receiver, rollup_chain: 'polygon' }
    expect((await partsOf(ticket.transactionHash, 'eth')).rollup_deposits).toMatchObject([
      {
        ...both,
        message_number: '21',
        mint: '5',
        value: '3',
        gas_limit: '100000',
        rollup_transaction_hash: onRollup.ticket,
      },
    ])
    expect((await partsOf(deposit.transactionHash, 'eth')).rollup_deposits).toMatchObject([
      {
        ...both,
        message_number: '22',
        mint: '9',
        value: '9',
        gas_limit: '0',
        rollup_transaction_hash: onRollup.deposit,
      },
    ])
    expect((await partsOf(onRollup.ticket, 'polygon')).l1_deposit).toMatchObject({
      ...{ stack: 'arbitrum', source_hash: null, message_number: '21', mint: '5', l1_chain: 'eth' },
      ...{ l1_block_number: String(ticket.blockNumber), l1_block_hash: ticket.blockHash, l1_log_index: 0 },
      ...{ l1_transaction_hash: ticket.transactionHash, redeem_transaction_hash: onRollup.redeem },
    })
    expect((await partsOf(onRollup.deposit, 'polygon')).l1_deposit).toMatchObject({
      ...{
        message_number: '22',
        mint: '9',
        l1_transaction_hash: deposit.transactionHash,
        redeem_transaction_hash: null,
      },
    })
    expect((await partsOf(onRollup.redeem, 'polygon')).l1_deposit).toMatchObject({
      ...{
        stack: 'arbitrum',
        ticket_transaction_hash: onRollup.ticket,
        l1_transaction_hash: null,
        message_number: null,
      },
    })
  })

  test('a message is no deposit if its content is not what the bridge took, or no rollup has it', async () => {
    const forged = await delivering(depositNumber, 12, depositContent, wordOf(1))
    const unknown = await delivering(23, 12, encodePacked(['address', 'uint256'], [receiver, 8n]))
    const explorer = await served({ isIndexed: false })
    const depositsOf = async ({ transactionHash }: TransactionReceipt) =>
      (await explorer.evmSentTransaction({ transaction_hash: transactionHash, chain: 'eth' })).rollup_deposits
    expect(await depositsOf(forged)).toEqual([])
    expect(await depositsOf(unknown)).toMatchObject([{ value: '8', rollup_chain: null, rollup_transaction_hash: null }])
  })
})
