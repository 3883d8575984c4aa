import {
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  padHex,
  parseTransaction,
  type SignedAuthorization,
  type TransactionSerializable,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { Bloom, proofEntries } from '#lib/evm/chain/checks/bloom.ts'
import { hashedHeader } from '#lib/evm/chain/checks/chain-rules.ts'
import { orderedTrie } from '#lib/evm/chain/checks/ordered-trie.ts'
import { type Raw, rlpList } from '#lib/evm/chain/checks/rlp-bytes.ts'
import { transferTopic } from '#tests/evm/chain/rpc/small-chain.ts'
import { blockParts, blockSize, type WrittenBlock, withdrawalDigits, withTotals } from './write-era.ts'

const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const bob = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const coin: Hex = `0x${'c0'.repeat(20)}`
const picture: Hex = `0x${'71'.repeat(20)}`
const accessList = [{ address: coin, storageKeys: [padHex('0x01'), padHex('0x02')] }]

type Log = { address: Hex; topics: Hex[]; data: Hex }
type Sent = { by: typeof alice; transaction: TransactionSerializable; logs?: Log[]; failed?: boolean }

const account = (address: Hex): Hex => padHex(address)
const coins = (from: Hex, to: Hex, value: bigint): Log => ({
  address: coin,
  topics: [transferTopic, account(from), account(to)],
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
})
const token = (from: Hex, to: Hex, id: bigint): Log => ({
  address: picture,
  topics: [transferTopic, account(from), account(to), padHex(toHex(id))],
  data: '0x',
})
const nobody: Hex = `0x${'00'.repeat(20)}`

const blobFees = { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n, maxFeePerBlobGas: 5n } as const

/** Transactions of the types that came after the merge, by block. */
const sentAfterMerge = async (chainId: number): Promise<Sent[][]> => [
  [],
  [
    {
      by: alice,
      transaction: {
        type: 'eip4844',
        chainId,
        nonce: 4,
        gas: 70_000n,
        to: coin,
        blobVersionedHashes: [`0x01${'b1'.repeat(31)}`, `0x01${'b2'.repeat(31)}`],
        ...blobFees,
      },
      logs: [coins(alice.address, bob.address, 3n)],
    },
    {
      by: bob,
      transaction: {
        type: 'eip7702',
        chainId,
        nonce: 3,
        gas: 70_000n,
        to: alice.address,
        maxFeePerGas: 30n,
        maxPriorityFeePerGas: 2n,
        authorizationList: [
          await alice.signAuthorization({ address: coin, chainId, nonce: 5 }),
          await bob.signAuthorization({ address: picture, chainId: 0, nonce: 0 }),
        ],
      },
      failed: true,
    },
  ],
]

/** Transactions of every type before the merge, by block. The receipts are invented: nothing is executed. */
const sentBy = (chainId: number): Sent[][] => [
  [],
  [
    // Before EIP-155, without the chain.
    { by: alice, transaction: { type: 'legacy', nonce: 0, gasPrice: 9n, gas: 21_000n, to: bob.address, value: 5n } },
    { by: bob, transaction: { type: 'legacy', nonce: 0, gasPrice: 9n, gas: 90_000n, data: '0x6001' } },
  ],
  [
    {
      by: alice,
      transaction: { type: 'legacy', chainId, nonce: 1, gasPrice: 7n, gas: 50_000n, to: coin, data: '0xa9059cbb' },
      logs: [coins(nobody, alice.address, 900n), coins(alice.address, bob.address, 20n)],
    },
    {
      by: alice,
      transaction: { type: 'legacy', chainId, nonce: 2, gasPrice: 7n, gas: 30_000n, data: '0x00' },
      failed: true,
    },
  ],
  [
    {
      by: bob,
      transaction: { type: 'eip2930', chainId, nonce: 1, gasPrice: 12n, gas: 60_000n, to: picture, accessList },
      logs: [token(nobody, bob.address, 1n), token(nobody, bob.address, 2n)],
    },
    {
      by: alice,
      transaction: {
        type: 'eip1559',
        chainId,
        nonce: 3,
        maxFeePerGas: 40n,
        maxPriorityFeePerGas: 3n,
        gas: 80_000n,
        to: picture,
        value: 0n,
        accessList,
        data: `0x${'5a'.repeat(70_000)}`,
      },
      logs: [token(bob.address, alice.address, 1n)],
    },
  ],
  [],
  [
    {
      by: bob,
      transaction: {
        type: 'eip1559',
        chainId,
        nonce: 2,
        maxFeePerGas: 11n,
        maxPriorityFeePerGas: 3n,
        gas: 99_000n,
        data: '0x60',
      },
      logs: [coins(bob.address, alice.address, 1n)],
    },
  ],
]

const quantity = (value: bigint | number | undefined): Hex => numberToHex(value ?? 0)

const rawTransaction = async ({ by, transaction }: Sent): Promise<Raw> => {
  const signed = await by.signTransaction(transaction)
  const read = parseTransaction(signed)
  const type = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'].indexOf(String(read.type))
  return {
    type: quantity(type),
    hash: keccak256(signed),
    from: by.address.toLowerCase(),
    to: read.to?.toLowerCase() ?? null,
    nonce: quantity(read.nonce),
    gas: quantity(read.gas),
    value: quantity(read.value),
    input: read.data ?? '0x',
    ...(read.blobVersionedHashes && {
      maxFeePerBlobGas: quantity(read.maxFeePerBlobGas),
      blobVersionedHashes: read.blobVersionedHashes,
    }),
    ...(read.authorizationList && { authorizationList: read.authorizationList.map(rawAuthorization) }),
    ...(type >= 2
      ? { maxFeePerGas: quantity(read.maxFeePerGas), maxPriorityFeePerGas: quantity(read.maxPriorityFeePerGas) }
      : { gasPrice: quantity(read.gasPrice) }),
    ...(type === 0 ? { v: quantity(read.v) } : { yParity: quantity(read.yParity), accessList: read.accessList ?? [] }),
    ...(read.chainId !== undefined && { chainId: quantity(read.chainId) }),
    r: read.r,
    s: read.s,
  }
}

const rawAuthorization = ({ address, chainId, nonce, r, s, yParity }: SignedAuthorization): Raw => ({
  address,
  chainId: quantity(chainId),
  nonce: quantity(nonce),
  r,
  s,
  yParity: quantity(yParity),
})

const bloomOf = (logs: readonly Log[]): Hex => {
  const bloom = new Bloom()
  for (const { address, topics } of logs) for (const value of [address, ...topics]) bloom.add(value)
  return `0x${bloom.digits()}`
}

/** Before London, the header has no base fee; before Byzantium, receipts have a state root. */
const londonBlock = 3
const byzantiumBlock = 2
const mergeBlock = 6
const withdrawals: readonly Raw[] = [
  { index: '0x7', validatorIndex: '0x0', address: coin, amount: '0x5f5e100' },
  { index: '0x8', validatorIndex: '0x1f', address: bob.address.toLowerCase(), amount: '0x1' },
]

/** What upgrades from the merge to Prague add to a header, and withdrawals. */
const afterMerge = {
  difficulty: '0x0',
  withdrawals,
  withdrawalsRoot: toHex(orderedTrie(withdrawals.map(withdrawalDigits)).root),
  blobGasUsed: '0x40000',
  excessBlobGas: '0x0',
  parentBeaconBlockRoot: padHex('0xbeac'),
  requestsHash: padHex('0x4e9'),
}

const gasEach = 20_000

/** A block with its valid hash and roots, and receipts as a node adds to them. */
const makeBlock = async (
  number: number,
  parent: Raw | undefined,
  sents: readonly Sent[],
  uncles: readonly string[],
) => {
  const transactions = await Promise.all(sents.map(rawTransaction))
  let logIndex = 0
  const receipts = transactions.map((transaction, index): Raw => {
    const { logs = [], failed = false } = sents[index] ?? {}
    const from = alice.address.toLowerCase() === transaction.from ? alice.address : bob.address
    const created =
      transaction.to === null ? getContractAddress({ from, nonce: BigInt(String(transaction.nonce)) }) : null
    return {
      type: transaction.type,
      transactionHash: transaction.hash,
      transactionIndex: quantity(index),
      ...(number < byzantiumBlock ? { root: padHex(quantity(index + 1)) } : { status: failed ? '0x0' : '0x1' }),
      gasUsed: quantity(gasEach),
      cumulativeGasUsed: quantity(gasEach * (index + 1)),
      contractAddress: created?.toLowerCase() ?? null,
      logsBloom: bloomOf(logs),
      logs: logs.map((log) => ({
        ...log,
        logIndex: quantity(logIndex++),
        transactionHash: transaction.hash,
        transactionIndex: quantity(index),
      })),
    }
  })
  const { all } = proofEntries({ transactions }, receipts, {})
  const rootOf = (values: readonly string[]) => toHex(orderedTrie(values).root)
  const bare: Raw = {
    number: quantity(number),
    parentHash: parent?.hash ?? padHex('0x'),
    sha3Uncles: keccak256(`0x${rlpList(uncles.join(''))}`),
    uncles: uncles.map((digits) => keccak256(`0x${digits}`)),
    miner: alice.address.toLowerCase(),
    stateRoot: padHex(quantity(number + 1)),
    transactionsRoot: rootOf(all.map((one) => one.transactionDigits)),
    receiptsRoot: rootOf(all.map((one) => one.receiptDigits)),
    logsBloom: bloomOf(sents.flatMap(({ logs = [] }) => logs)),
    difficulty: quantity(131_072 + number),
    gasLimit: quantity(8_000_000),
    gasUsed: quantity(gasEach * transactions.length),
    timestamp: quantity(1_500_000_000 + 13 * number),
    extraData: '0x',
    mixHash: padHex(quantity(7)),
    nonce: padHex('0x2a', { size: 8 }),
    ...(number >= londonBlock && { baseFeePerGas: quantity(9) }),
    ...(number >= mergeBlock && afterMerge),
    transactions,
  }
  const hash = hashedHeader(bare, {}, new Set()).hash
  const place = { blockHash: hash, blockNumber: bare.number }
  const placed = {
    ...bare,
    hash,
    transactions: transactions.map((one, index) => ({ ...one, ...place, transactionIndex: quantity(index) })),
  }
  const received = receipts.map((receipt) => ({
    ...receipt,
    ...place,
    logs: (receipt.logs as Raw[]).map((log) => ({ ...log, ...place })),
  }))
  const made = { block: placed, receipts: received, totalDifficulty: 0n, uncles }
  return { ...made, block: { ...placed, size: quantity(blockSize(made)) } }
}

/** Six blocks from genesis on with every kind of transaction and receipt of its time, and one uncle. */
export const makeSignedChain = (chainId: number): Promise<WrittenBlock[]> => makeChain(sentBy(chainId))

/** The same, with two blocks from after the merge. */
export const makeMergedChain = async (chainId: number): Promise<WrittenBlock[]> =>
  makeChain([...sentBy(chainId), ...(await sentAfterMerge(chainId))])

const makeChain = async (sentByBlock: readonly (readonly Sent[])[]): Promise<WrittenBlock[]> => {
  const blocks: WrittenBlock[] = []
  for (const [number, sents] of sentByBlock.entries()) {
    const parent = blocks.at(-1)
    const uncle = number === 4 && parent ? [blockParts(parent).header.toString('hex')] : []
    blocks.push(await makeBlock(number, parent?.block, sents, uncle))
  }
  return withTotals(blocks)
}
