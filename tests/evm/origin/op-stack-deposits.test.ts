import {
  concat,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  pad,
  parseAbi,
  type TransactionReceipt,
  toFunctionSelector,
} from 'viem'
import { extractTransactionDepositedLogs, getL2TransactionHash, getSourceHash } from 'viem/op-stack'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockCheckNames } from '#lib/evm/api/block-checks.ts'
import { receiptDigits } from '#lib/evm/chain/checks/bloom.ts'
import type { Excuses } from '#lib/evm/chain/checks/rlp-bytes.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { createNodeAccess } from '#lib/evm/family/node-access.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { compileAll } from '#tests/evm/verification/deployments.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'

/** Reports deposits as the portal of a rollup does. */
const portalSource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Portal {
  event TransactionDeposited(address indexed from, address indexed to, uint256 indexed version, bytes opaqueData);
  function depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes calldata data) external payable {
    emit TransactionDeposited(msg.sender, to, 0, abi.encodePacked(msg.value, value, gasLimit, isCreation, data));
  }
}`
const portalAbi = parseAbi([
  'function depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes data) payable',
])

const receiver: Hex = `0x${'ab'.repeat(20)}`
const attributesDepositor: Hex = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
const l1Block: Hex = '0x4200000000000000000000000000000000000015'

let l1: Anvil
let rollup: Anvil
let sender: Hex
let portal: Hex
let deposit: TransactionReceipt
/** The hashes of the rollup's own transaction and of the deposit, in one block. */
let onRollup: { attributes: Hex; deposit: Hex }

const mined = async (anvil: Anvil, call: Record<string, unknown>): Promise<TransactionReceipt> => {
  const hash = (await anvil.rpc('eth_sendTransaction', [call])) as Hex
  const client = createPublicClient({ transport: http(anvil.url) })
  return client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
}

const depositing = (value: bigint, minted: bigint) =>
  mined(l1, {
    ...{ from: sender, to: portal, value: numberToHex(minted) },
    data: encodeFunctionData({
      abi: portalAbi,
      functionName: 'depositTransaction',
      args: [receiver, value, 100_000n, false, '0x1234'],
    }),
  })

/** As a rollup's node packs them since Ecotone. */
const attributesOf = ({ blockNumber, blockHash }: TransactionReceipt): Hex =>
  concat([
    toFunctionSelector('setL1BlockValuesEcotone()'),
    ...[numberToHex(1, { size: 4 }), numberToHex(1, { size: 4 }), numberToHex(0, { size: 8 })],
    ...[numberToHex(1_700_000_000, { size: 8 }), numberToHex(blockNumber, { size: 8 })],
    ...[numberToHex(1, { size: 32 }), numberToHex(1, { size: 32 }), blockHash, pad('0x')],
  ])

beforeAll(async () => {
  l1 = await startAnvil()
  rollup = await startAnvil(['--optimism', '--chain-id', '137', '--no-mining'])
  const accounts = (await l1.rpc('eth_accounts')) as Hex[]
  sender = accounts[0] ?? receiver
  const code = compileAll({}, portalSource).get('Portal')?.evm.bytecode.object
  portal = (await mined(l1, { from: sender, data: `0x${code}` })).contractAddress ?? receiver
  deposit = await depositing(3n, 5n)
  const [log] = extractTransactionDepositedLogs(deposit)
  if (!log) throw new Error('the portal reported no deposit')
  const send = (call: Record<string, unknown>) =>
    rollup.rpc('eth_sendTransaction', [{ type: '0x7e', isSystemTx: false, mint: '0x0', value: '0x0', ...call }])
  const sourceOf = (domain: 'l1InfoDeposit' | 'userDeposit') =>
    domain === 'userDeposit'
      ? getSourceHash({ domain, l1BlockHash: log.blockHash, l1LogIndex: log.logIndex })
      : getSourceHash({ domain, l1BlockHash: log.blockHash, sequenceNumber: 0 })
  const attributes = await send({
    ...{ from: attributesDepositor, to: l1Block, gas: '0xf4240', sourceHash: sourceOf('l1InfoDeposit') },
    data: attributesOf(deposit),
  })
  const sent = await send({
    ...{ from: sender, to: receiver, gas: numberToHex(100_000n), value: '0x3', mint: '0x5', data: '0x1234' },
    sourceHash: sourceOf('userDeposit'),
  })
  await rollup.rpc('evm_mine')
  onRollup = { attributes: attributes as Hex, deposit: sent as Hex }
  expect(onRollup.deposit).toBe(getL2TransactionHash({ log }))
})
afterAll(async () => {
  await Promise.all([l1?.stop(), rollup?.stop()])
})

test('a block of deposits passes all checks', async () => {
  const proof = { rules: {}, refuse: false }
  const blocks = await createEvmReader(createPool([rollup.transport()]), { finalityBlocks: 0, proof }).blocks(1, 1)
  expect(blocks.map(({ checks }) => checks)).toEqual([
    Object.fromEntries(blockCheckNames.map((name) => [name, 'held'])),
  ])
  expect(blocks[0]?.transactions.map(({ hash }) => hash)).toEqual([onRollup.attributes, onRollup.deposit])
  const [receipt] = (await rollup.rpc('eth_getBlockReceipts', ['0x1'])) as Record<string, unknown>[]
  const digitsOf = (fields: object) => {
    const excuses: Excuses = new Set()
    return [receiptDigits({ ...receipt, ...fields }, 126, excuses), [...excuses]]
  }
  expect(digitsOf({ depositNonce: '0x9' })).not.toEqual(digitsOf({}))
  // Without its version, the receipt may be of an older block: then nothing is said about the root.
  expect(digitsOf({ depositReceiptVersion: undefined })).toEqual([expect.any(String), ['field_missing']])
})

const nodeOf = (chain: string, anvil: Anvil) => {
  const pool = createPool([anvil.transport()])
  return { chain, pool, reader: createEvmReader(pool, { finalityBlocks: 0 }) }
}

describe.each(dialects)('deposits of the OP Stack on %s', (dialect) => {
  const createStore = evmStores(dialect)

  /** The L1 is served as `eth`, the rollup as `polygon`. */
  const served = async ({ isIndexed }: { isIndexed: boolean }) => {
    const store = await createStore()
    const nodes = [
      { ...nodeOf('eth', l1), id: 1 },
      { ...nodeOf('polygon', rollup), id: 137 },
    ]
    if (isIndexed)
      for (const { id, reader } of nodes) {
        const head = await reader.head()
        await createEvmRangeIndex(store, id).appendRange(await reader.blocks(0, head.latest), head)
      }
    // The nodes are not asked where the index has both.
    const node = createNodeAccess(nodes)
    const { sentTransaction } = node
    return evmServices(store, { node: isIndexed && sentTransaction ? { sentTransaction } : node }).explorer
  }

  test.each([true, false])('lead from the L1 to the rollup and back (indexed: %s)', async (isIndexed) => {
    const explorer = await served({ isIndexed })
    const [log] = deposit.logs
    const made = await explorer.evmSentTransaction({ transaction_hash: deposit.transactionHash, chain: 'eth' })
    expect(made.l1_deposit).toBeNull()
    expect(made.rollup_deposits).toEqual([
      {
        ...{
          stack: 'op_stack',
          message_number: null,
          log_index: log?.logIndex,
          portal,
          portal_label: null,
          from: sender,
          to: receiver,
          mint: '5',
          value: '3',
          gas_limit: '100000',
        },
        ...{ rollup_transaction_hash: onRollup.deposit, rollup_chain: 'polygon' },
      },
    ])
    const arrived = await explorer.evmSentTransaction({ transaction_hash: onRollup.deposit, chain: 'polygon' })
    expect(arrived.rollup_deposits).toEqual([])
    expect(arrived.l1_deposit).toMatchObject({
      ...{ mint: '5', is_l1_attributes: false },
      ...{ l1_block_number: String(deposit.blockNumber), l1_block_hash: deposit.blockHash },
      ...{ l1_chain: 'eth', l1_transaction_hash: deposit.transactionHash, l1_log_index: log?.logIndex },
    })
    const own = await explorer.evmSentTransaction({ transaction_hash: onRollup.attributes, chain: 'polygon' })
    expect(own.l1_deposit).toMatchObject({
      ...{ is_l1_attributes: true, l1_block_hash: deposit.blockHash, l1_chain: null, l1_transaction_hash: null },
    })
  })

  test('a reported deposit that no rollup has is not linked to one', async () => {
    const unknown = await depositing(7n, 0n)
    const explorer = await served({ isIndexed: false })
    const { rollup_deposits } = await explorer.evmSentTransaction({
      ...{ transaction_hash: unknown.transactionHash, chain: 'eth' },
    })
    expect(rollup_deposits).toMatchObject([{ value: '7', mint: '0', rollup_chain: null }])
  })
})
