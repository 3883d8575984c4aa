import { describe, expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import { type DecodableLog, decodableLogs } from '#lib/evm/chain/decode/token-rows.ts'
import { tokenTopic, tokenTopics } from '#lib/evm/chain/decode/token-topics.ts'
import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { seeded } from '#tests/support/seeded.ts'
import { readableRows, tokenLog, word, words, zeroAddress } from './token-logs.ts'

const [alice, bob, operator, token] = [walletOf(1), walletOf(2), walletOf(3), walletOf(99)] as [Hex, Hex, Hex, Hex]
const maximum = 2n ** 256n - 1n
const nothing = { nftTransfers: [], erc20Transfers: [], erc20Approvals: [], contracts: {} }
const punks: Hex = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb'
const kitties: Hex = '0x06012c8cf97bead5deae237070f9587f8e7a266d'
const wrappedEther: Hex = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

const decoded = (logs: DecodableLog[], kind?: ContractKind | null, chain = 1) =>
  readableRows(decodeTokens(chain, logs, () => kind))

/** What moved, in short. */
const moves = (rows: ReturnType<typeof decoded>) => [
  ...rows.nftTransfers.map(({ from_address, to_address, token_id }) => ({ from_address, to_address, token_id })),
  ...rows.erc20Transfers.map(({ from_address, to_address, value }) => ({ from_address, to_address, value })),
]

describe('Transfer', () => {
  const { transfer } = tokenTopic
  const erc20 = tokenLog({ topics: [transfer, word(alice), word(bob)], data: words(1_000n), logIndex: 3 })

  test('with two indexed inputs is an ERC20 transfer', () => {
    expect(decoded([erc20])).toEqual({
      ...nothing,
      erc20Transfers: [
        {
          chain: 1,
          block_number: 7,
          log_index: 3,
          transaction_index: 3,
          token_address: token,
          from_address: alice,
          to_address: bob,
          transaction_hash: erc20.transactionHash,
          value: '1000',
        },
      ],
      contracts: { [token]: { kind: 'ERC20', note: null } },
    })
  })

  test('with three indexed inputs is an ERC721 transfer with the standard topic', () => {
    const ape = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
    const log = tokenLog({ topics: [transfer, word(alice), word(bob), word(1234)], address: ape })
    expect(decoded([log])).toEqual({
      ...nothing,
      nftTransfers: [
        {
          chain: 1,
          block_number: 7,
          log_index: 0,
          batch_index: 0,
          transaction_index: 0,
          standard: 721,
          is_batch: 0,
          token_address: ape,
          token_hash: '0xab96a59f7d41a8648adee2f63d1386ce',
          from_address: alice,
          to_address: bob,
          operator: null,
          transaction_hash: log.transactionHash,
          token_id: '1234',
          amount: '1',
          transaction_value: '5',
        },
      ],
      contracts: { [ape]: { kind: 'ERC721', note: null } },
    })
  })

  test('is an NFT transfer if the contract is known as ERC721, whatever its topics', () => {
    const moved = { from_address: alice, to_address: bob, token_id: '9' }
    for (const log of [
      tokenLog({ topics: [transfer, word(alice), word(bob)], data: words(9) }),
      tokenLog({ topics: [transfer, word(alice)], data: words(bob, 9) }),
      tokenLog({ topics: [transfer], data: words(alice, bob, 9) }),
    ]) {
      expect(moves(decoded([log], 'ERC721'))).toEqual([moved])
      expect(decoded([log], 'ERC721').contracts).toEqual({ [token]: { kind: 'ERC721', note: null } })
      expect(moves(decoded([log], 'ERC1155'))).toEqual([{ from_address: alice, to_address: bob, value: '9' }])
      expect(moves(decoded([log]))).toEqual([{ from_address: alice, to_address: bob, value: '9' }])
      expect(ambiguousContracts([log, log])).toEqual([token])
    }
  })

  test('keeps self-transfers, zero amounts and the largest number', () => {
    const of = (value: bigint, logIndex: number) =>
      tokenLog({ topics: [transfer, word(alice), word(alice)], data: words(value), logIndex })
    expect(moves(decoded([of(0n, 0), of(maximum, 1)]))).toEqual([
      { from_address: alice, to_address: alice, value: '0' },
      { from_address: alice, to_address: alice, value: maximum.toString() },
    ])
    const nft = tokenLog({ topics: [transfer, word(alice), word(zeroAddress), word(maximum)] })
    expect(moves(decoded([nft]))).toEqual([
      { from_address: alice, to_address: zeroAddress, token_id: maximum.toString() },
    ])
  })

  test('reads the first word of longer data', () => {
    expect(moves(decoded([{ ...erc20, data: words(4, 5) }]))).toEqual([
      { from_address: alice, to_address: bob, value: '4' },
    ])
  })

  test('of the wrong shape yields nothing', () => {
    const dirty: Hex = `0x01${word(alice).slice(4)}`
    for (const log of [
      tokenLog({ topics: [transfer, word(alice), word(bob)] }),
      tokenLog({ topics: [transfer, word(alice), word(bob)], data: `0x${'00'.repeat(31)}` }),
      tokenLog({ topics: [transfer, word(alice)], data: words(bob) }),
      tokenLog({ topics: [transfer, word(alice)], data: words(bob, 1, 2) }),
      tokenLog({ topics: [transfer], data: words(alice, bob) }),
      tokenLog({ topics: [transfer], data: words(alice, bob, 1, 2) }),
      tokenLog({ topics: [], data: words(alice, bob, 1) }),
      tokenLog({ topics: [transfer, dirty, word(bob)], data: words(1) }),
      tokenLog({ topics: [transfer, word(alice), dirty], data: words(1) }),
      tokenLog({ topics: [transfer, word(alice), dirty, word(1)] }),
      tokenLog({ topics: [transfer], data: words(alice, dirty, 1) }),
    ])
      expect(decoded([log])).toEqual(nothing)
  })

  test('of native coins emitted by the chain itself is not a token transfer (EIP-7708)', () => {
    const log = { ...erc20, address: '0xfffffffffffffffffffffffffffffffffffffffe' } as const
    expect(decoded([log])).toEqual(nothing)
    expect(ambiguousContracts([log])).toEqual([])
  })
})

describe('Approval', () => {
  const { approval } = tokenTopic

  test('of an ERC20 sets an allowance', () => {
    const log = tokenLog({ topics: [approval, word(alice), word(bob)], data: words(maximum), logIndex: 2 })
    expect(decoded([log])).toEqual({
      ...nothing,
      erc20Approvals: [
        {
          chain: 1,
          block_number: 7,
          log_index: 2,
          transaction_index: 2,
          token_address: token,
          from_address: alice,
          to_address: bob,
          transaction_hash: log.transactionHash,
          value: maximum.toString(),
        },
      ],
      contracts: { [token]: { kind: 'ERC20', note: null } },
    })
  })

  test("in an older form sets an allowance without proving the contract's kind", () => {
    for (const log of [
      tokenLog({ topics: [approval, word(alice)], data: words(bob, 4) }),
      tokenLog({ topics: [approval], data: words(alice, bob, 4) }),
    ]) {
      const { erc20Approvals, contracts } = decoded([log])
      expect(erc20Approvals).toMatchObject([{ from_address: alice, to_address: bob, value: '4' }])
      expect(contracts).toEqual({ [token]: { kind: null, note: null } })
      expect(ambiguousContracts([log])).toEqual([token])
    }
  })

  test('of one NFT sets none', () => {
    const withTopics = tokenLog({ topics: [approval, word(alice), word(bob), word(4)] })
    const withData = tokenLog({ topics: [approval, word(alice), word(bob)], data: words(4) })
    const ofKitty = tokenLog({ topics: [approval], data: words(alice, bob, 4), address: kitties })
    expect(decoded([withTopics])).toEqual(nothing)
    expect(decoded([withData], 'ERC721')).toEqual(nothing)
    expect(decoded([ofKitty])).toEqual(nothing)
  })
})

describe('ERC1155', () => {
  const topics = [word(operator), word(alice), word(bob)]
  const single = tokenLog({ topics: [tokenTopic.transferSingle, ...topics], data: words(3, 50), logIndex: 1 })
  const batch = (data: Hex) => tokenLog({ topics: [tokenTopic.transferBatch, ...topics], data })
  const items = (data: Hex) =>
    decoded([batch(data)]).nftTransfers.map(({ batch_index, token_id, amount }) => [batch_index, token_id, amount])

  test('TransferSingle makes one row with its operator', () => {
    const { nftTransfers, contracts } = decoded([single])
    expect(nftTransfers).toMatchObject([
      {
        standard: 1155,
        is_batch: 0,
        batch_index: 0,
        operator,
        from_address: alice,
        to_address: bob,
        token_id: '3',
        amount: '50',
      },
    ])
    expect(contracts).toEqual({ [token]: { kind: 'ERC1155', note: null } })
  })

  test('TransferBatch makes a row for each item', () => {
    const data = words(0x40, 0xa0, 2, 11, 12, 2, 100, maximum)
    expect(items(data)).toEqual([
      [0, '11', '100'],
      [1, '12', maximum.toString()],
    ])
    expect(decoded([batch(data)]).nftTransfers).toMatchObject([
      { standard: 1155, is_batch: 1, operator, from_address: alice, to_address: bob },
      { standard: 1155, is_batch: 1, operator, from_address: alice, to_address: bob },
    ])
  })

  test('arrays of unequal length are paired up to the shorter one, and may overlap', () => {
    expect(items(words(0x40, 0xa0, 2, 11, 12, 1, 100))).toEqual([[0, '11', '100']])
    expect(items(words(0x40, 0x80, 1, 11, 3, 1, 2, 3))).toEqual([[0, '11', '1']])
    expect(items(words(0x40, 0x40, 2, 11, 12))).toEqual([
      [0, '11', '11'],
      [1, '12', '12'],
    ])
    expect(items(words(0x40, 0x60, 0, 0))).toEqual([])
  })

  test('logs of the wrong shape yield nothing, whatever their lengths and offsets', () => {
    for (const data of [
      '0x',
      words(0x40),
      words(0x40, 0xa0),
      words(0x40, 0x80, 2, 11),
      words(0x40, 0x60, maximum, 1),
      words(0x40, 0x60, 1n << 53n, 1),
      words(maximum, 0x40, 1, 1),
      words(0x40, maximum - 31n, 0, 0),
      words(0x40, 0x61, 0, 0),
    ] as const)
      expect(decoded([batch(data)])).toEqual(nothing)
    for (const log of [
      { ...single, data: words(3) },
      { ...single, topics: single.topics.slice(0, 3) },
      { ...single, topics: [tokenTopic.transferSingle, word(maximum), word(alice), word(bob)] },
    ])
      expect(decoded([log])).toEqual(nothing)
  })

  test('takes precedence over ERC20 and ERC721 for a contract that behaves as all of them, in any order', () => {
    const nft = tokenLog({ topics: [tokenTopic.transfer, word(alice), word(bob), word(1)], logIndex: 0 })
    const coin = tokenLog({ topics: [tokenTopic.transfer, word(alice), word(bob)], data: words(1), logIndex: 2 })
    for (const logs of [
      [nft, single, coin],
      [coin, single, nft],
    ])
      expect(decoded(logs).contracts).toEqual({ [token]: { kind: 'ERC1155', note: null } })
    expect(decoded([coin, nft]).contracts).toEqual({ [token]: { kind: 'ERC721', note: null } })
  })
})

describe('ConsecutiveTransfer', () => {
  const consecutive = (first: bigint, last: bigint) =>
    decoded([
      tokenLog({
        topics: [tokenTopic.consecutiveTransfer, word(first), word(zeroAddress), word(bob)],
        data: words(last),
      }),
    ])

  test('makes a row for every token of its range, both ends included', () => {
    const { nftTransfers, contracts } = consecutive(5n, 7n)
    expect(nftTransfers.map(({ batch_index, token_id }) => [batch_index, token_id])).toEqual([
      [0, '5'],
      [1, '6'],
      [2, '7'],
    ])
    for (const row of nftTransfers)
      expect(row).toMatchObject({
        standard: 721,
        is_batch: 1,
        amount: '1',
        operator: null,
        from_address: zeroAddress,
        to_address: bob,
      })
    expect(contracts).toEqual({ [token]: { kind: 'ERC721', note: null } })
  })

  test('keeps the first 20,000 of a larger range and marks the contract', () => {
    expect(consecutive(1n, 20_000n).contracts[token]?.note).toBeNull()
    expect(consecutive(1n, 20_000n).nftTransfers).toHaveLength(20_000)
    for (const last of [20_001n, maximum]) {
      const { nftTransfers, contracts } = consecutive(1n, last)
      expect(nftTransfers).toHaveLength(20_000)
      expect(nftTransfers.at(-1)?.token_id).toBe('20000')
      expect(contracts[token]?.note).toBe(
        'A ConsecutiveTransfer event named more than 20,000 tokens; only the first 20,000 of them are kept.',
      )
    }
    expect(consecutive(maximum, maximum).nftTransfers).toMatchObject([{ token_id: maximum.toString() }])
  })

  test('with a descending range makes none', () => {
    expect(consecutive(8n, 7n)).toEqual(nothing)
  })
})

describe('wrapped native coins', () => {
  const deposit = tokenLog({
    topics: [tokenTopic.deposit, word(alice)],
    data: words(6),
    address: wrappedEther,
    logIndex: 0,
  })
  const withdrawal = tokenLog({
    topics: [tokenTopic.withdrawal, word(alice)],
    data: words(4),
    address: wrappedEther,
    logIndex: 2,
  })
  const minted = { from_address: zeroAddress, to_address: alice, value: '6' }
  const burned = { from_address: alice, to_address: zeroAddress, value: '4' }
  const transfer = (from: Hex, to: Hex, value: number, place: Partial<DecodableLog>) =>
    tokenLog({
      topics: [tokenTopic.transfer, word(from), word(to)],
      data: words(value),
      address: wrappedEther,
      ...place,
    })

  test('are minted by a deposit and burned by a withdrawal', () => {
    const rows = decoded([deposit, withdrawal])
    expect(moves(rows)).toEqual([minted, burned])
    expect(rows.contracts).toEqual({ [wrappedEther]: { kind: 'ERC20', note: null } })
  })

  test("are limited to the chain's own wrapper: other contracts use these events differently", () => {
    expect(decoded([{ ...deposit, address: token }])).toEqual(nothing)
    expect(decoded([deposit], null, 137)).toEqual(nothing)
    expect(decoded([{ ...deposit, topics: [tokenTopic.deposit], data: words(alice, 6) }])).toEqual(nothing)
  })

  test('are counted once if a Transfer in the same transaction says the same', () => {
    const sameTransaction = { logIndex: 1, transactionIndex: 0 }
    const equal = transfer(zeroAddress, alice, 6, sameTransaction)
    expect(moves(decoded([deposit, equal]))).toEqual([minted])
    expect(decoded([deposit, equal]).erc20Transfers[0]?.log_index).toBe(1)
    const before = transfer(alice, zeroAddress, 4, { logIndex: 1, transactionIndex: 2 })
    expect(decoded([before, withdrawal]).erc20Transfers.map(({ log_index }) => log_index)).toEqual([1])
    for (const other of [
      transfer(zeroAddress, alice, 7, sameTransaction),
      transfer(zeroAddress, bob, 6, sameTransaction),
      transfer(zeroAddress, alice, 6, { logIndex: 1, transactionIndex: 1 }),
      { ...equal, address: token },
    ])
      expect(moves(decoded([deposit, other]))).toHaveLength(2)
  })
})

describe('CryptoPunks', () => {
  const punk = (topics: Hex[], data: Hex, logIndex = 0) =>
    tokenLog({ topics, data, logIndex, transactionIndex: 0, address: punks })
  const count = (from: Hex, to: Hex, logIndex: number) =>
    punk([tokenTopic.transfer, word(from), word(to)], words(1), logIndex)

  test('are assigned, transferred and bought through their own events; their Transfer only counts', () => {
    const rows = decoded([
      punk([tokenTopic.punkAssign, word(alice)], words(9082), 0),
      count(alice, bob, 1),
      punk([tokenTopic.punkTransfer, word(alice), word(bob)], words(9082), 2),
      punk([tokenTopic.punkBought, word(9082), word(bob), word(alice)], words(1n), 3),
    ])
    expect(moves(rows)).toEqual([
      { from_address: zeroAddress, to_address: alice, token_id: '9082' },
      { from_address: alice, to_address: bob, token_id: '9082' },
      { from_address: bob, to_address: alice, token_id: '9082' },
    ])
    for (const row of rows.nftTransfers)
      expect(row).toMatchObject({ standard: 0, amount: '1', token_hash: '0xfffdaced3ddfb220d9124289a518bb97' })
    expect(rows.contracts).toEqual({ [punks]: { kind: null, note: null } })
  })

  test('sold to a bidder go to the receiver of the preceding Transfer, since PunkBought names none', () => {
    const bought = punk([tokenTopic.punkBought, word(3), word(alice), word(zeroAddress)], words(0), 2)
    const sold = count(alice, bob, 1)
    expect(moves(decoded([sold, bought]))).toEqual([{ from_address: alice, to_address: bob, token_id: '3' }])
    expect(decoded([bought])).toEqual(nothing)
    expect(decoded([count(operator, bob, 1), bought])).toEqual(nothing)
    expect(decoded([{ ...sold, transactionHash: word(1) }, bought])).toEqual(nothing)
  })

  test('exist only on Ethereum', () => {
    expect(decoded([count(alice, bob, 0)], null, 137).erc20Transfers).toHaveLength(1)
  })
})

test('early NFTs of Ethereum are NFTs although their Transfers look like ERC20', () => {
  const kitty = tokenLog({ topics: [tokenTopic.transfer], data: words(alice, bob, 77), address: kitties })
  const parcel = tokenLog({
    topics: [tokenTopic.transfer, word(alice), word(bob)],
    data: words(77),
    address: '0x79986af15539de2db9a5086382daeda917a9cf0c',
  })
  for (const log of [kitty, parcel]) {
    const rows = decoded([log])
    expect(moves(rows)).toEqual([{ from_address: alice, to_address: bob, token_id: '77' }])
    expect(rows.nftTransfers).toMatchObject([{ standard: 721, amount: '1' }])
    expect(rows.contracts).toEqual({ [log.address]: { kind: 'ERC721', note: null } })
    expect(decoded([log], null, 137).nftTransfers).toEqual([])
  }
})

test('the value of a transaction is unknown if only its logs were read', () => {
  const log = tokenLog({
    topics: [tokenTopic.transfer, word(alice), word(bob), word(1)],
    transactionValue: null,
  })
  expect(decoded([log]).nftTransfers).toMatchObject([{ transaction_value: null }])
})

test('logs of blocks carry their transaction, in order', () => {
  const blocks = randomBlocks(20, { first: 3 }, seeded(4))
  const logs = decodableLogs(blocks)
  const wanted = blocks.flatMap((block) =>
    block.transactions.flatMap(({ index, hash, value, logs: own }) =>
      own.map((log) => ({
        ...log,
        blockNumber: block.number,
        transactionIndex: index,
        transactionHash: hash,
        transactionValue: value,
      })),
    ),
  )
  expect(logs.length).toBeGreaterThan(20)
  expect(logs).toEqual(wanted)
})

test('every topic is requested once', () => {
  expect(new Set(tokenTopics).size).toBe(11)
  expect(tokenTopics).toHaveLength(11)
})
