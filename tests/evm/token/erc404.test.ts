import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { parseInput } from '#lib/api/parse-input.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { TransactionLog } from '#lib/evm/api/records/transactions.ts'
import type { EvmBlock, EvmLog } from '#lib/evm/chain/block.ts'
import { tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import { redecodeBlocks } from '#lib/evm/chain/redecode/redecode-blocks.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { reclassifyContract } from '#lib/evm/chain/write/reclassify.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { logMoves } from '#lib/evm/summary/log-data.ts'
import type { Store } from '#lib/store/store.ts'
import { word, words, zeroAddress } from '#tests/evm/chain/decode/token-logs.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { seeded } from '#tests/support/seeded.ts'
import { solcOutput } from '#tests/support/solc-output.ts'

const chain = 1
const head = { latest: 1_000, finalized: 0 }
const hybrid = walletOf(404)
const [alice, bob] = [walletOf(1), walletOf(2)]
const unit = 10n ** 18n

type Emitted = Omit<EvmLog, 'logIndex'>
const nft: Emitted = { address: hybrid, topics: [tokenTopic.transfer, word(alice), word(bob), word(7)], data: '0x' }
const moved = words(unit)
const units: Emitted = { address: hybrid, topics: [tokenTopic.erc20Transfer, word(alice), word(bob)], data: moved }
const plainUnits: Emitted = { address: hybrid, topics: [tokenTopic.transfer, word(alice), word(bob)], data: moved }
const plainMint: Emitted = { ...plainUnits, topics: [tokenTopic.transfer, word(zeroAddress), word(bob)] }

/** Blocks of one transaction each, which emits these. */
const blocksOf = (after: Parameters<typeof randomBlocks>[1], ...logs: Emitted[][]): EvmBlock[] => {
  const options = { transactionsPerBlockMax: 60 }
  return randomBlocks(logs.length, after, seeded(404 + logs.flat().length), options).map((block, index) => {
    const [transaction] = block.transactions
    if (!transaction) throw new Error('a block without a transaction')
    const own = (logs[index] ?? []).map((log, logIndex) => ({ ...log, logIndex }))
    return { ...block, transactions: [{ ...transaction, status: 1, logs: own }] }
  })
}

const stored = async ({ db }: Store<EvmTables>) => {
  const contract = await db.selectFrom('evm_contracts').select(['address', 'kind']).execute()
  const nfts = await db.selectFrom('evm_nft_transfers').select(['block_number', 'token_id']).execute()
  const coins = await db.selectFrom('evm_erc20_transfers').select(['block_number', 'value']).execute()
  const rows = (table: { block_number: number }[]) =>
    table.map(({ block_number }) => block_number).sort((a, b) => a - b)
  expect(new Set(nfts.map(({ token_id }) => token_id))).toEqual(new Set(nfts.length > 0 ? ['7'] : []))
  expect(new Set(coins.map(({ value }) => value))).toEqual(new Set(coins.length > 0 ? [String(unit)] : []))
  return {
    kind: contract.find(({ address }) => toHex(address) === hybrid)?.kind,
    nfts: rows(nfts),
    coins: rows(coins),
  }
}

describe.each(dialects)('an ERC404 contract on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const indexed = async (blocks: EvmBlock[], together = true) => {
    const store = await createStore()
    const index = createEvmIndex(store, chain, { from: 0 })
    for (const part of together ? [blocks] : blocks.map((block) => [block])) await index.append(part, head)
    return { store, index }
  }

  const orders: [string, Emitted[][], { nfts: number[]; coins: number[] }][] = [
    ['ERC20Transfer first', [[units, nft]], { nfts: [0], coins: [0] }],
    ['Transfer of an NFT first', [[nft, units]], { nfts: [0], coins: [0] }],
    ['ERC20Transfer in a later block', [[nft], [units], [nft]], { nfts: [0, 2], coins: [1] }],
    ['ERC20Transfer in an earlier block', [[units], [nft]], { nfts: [1], coins: [0] }],
    ['both forms of Transfer', [[plainMint], [plainUnits, nft], [plainUnits]], { nfts: [1], coins: [0, 1, 2] }],
    ['both forms of Transfer, after an NFT', [[nft], [nft, plainUnits], [plainUnits]], { nfts: [0, 1], coins: [1, 2] }],
  ]
  test.each(orders)('keeps both halves, each as its own rows: %s', async (_, logs, rows) => {
    for (const together of [true, false]) {
      const { store } = await indexed(blocksOf({ first: 0 }, ...logs), together)
      expect(await stored(store)).toEqual({ kind: 'ERC404', ...rows })
      await reclassifyContract(store, chain, hybrid)
      expect(await stored(store)).toEqual({ kind: 'ERC404', ...rows })
      await store.db.deleteFrom('evm_erc20_transfers').execute()
      await redecodeBlocks(store, chain, { first: 0, last: logs.length - 1 })
      expect(await stored(store)).toEqual({ kind: 'ERC404', ...rows })
    }
  })

  test('a movement reported by both events of its units is one row', async () => {
    const { store } = await indexed(blocksOf({ first: 0 }, [plainUnits, units, nft]))
    expect(await stored(store)).toEqual({ kind: 'ERC404', nfts: [0], coins: [0] })
  })

  test('is what its remaining events prove after a reorg', async () => {
    const [first, ...later] = blocksOf({ first: 0 }, [nft], [units, nft], [units])
    const { store, index } = await indexed([first as EvmBlock, ...later])
    await index.rewind(1)
    expect(await stored(store)).toEqual({ kind: 'ERC404', nfts: [0, 1], coins: [1] })
    await index.rewind(0)
    expect(await stored(store)).toEqual({ kind: 'ERC721', nfts: [0], coins: [] })
    await index.append(later, head)
    expect(await stored(store)).toEqual({ kind: 'ERC404', nfts: [0, 1], coins: [1, 2] })
  })

  test('whose NFTs are gone after a reorg keeps its units as units', async () => {
    const [first, ...later] = blocksOf({ first: 0 }, [units], [nft])
    const { store, index } = await indexed([first as EvmBlock, ...later])
    await index.rewind(0)
    await index.append(later, head)
    await reclassifyContract(store, chain, hybrid)
    expect(await stored(store)).toEqual({ kind: 'ERC404', nfts: [1], coins: [0] })
  })
})

test('a sentence counts the fungible half of a transaction once', () => {
  const log = ({ address, topics, data }: Emitted, index: number): TransactionLog =>
    ({
      ...{ log_index: String(index), address, data },
      ...{ topic0: topics[0] ?? null, topic1: topics[1] ?? null, topic2: topics[2] ?? null, topic3: topics[3] ?? null },
    }) as TransactionLog
  const movesOf = (...logs: Emitted[]) =>
    logMoves(logs.map(log), new Set()).map(({ standard, tokenId, amount }) => [standard, tokenId, amount])
  const both = [
    ['ERC20', null, unit],
    ['ERC721', '7', 1n],
  ]
  expect(movesOf(units, nft)).toEqual(both)
  expect(movesOf(plainUnits, units, nft)).toEqual(both)
  expect(movesOf(plainUnits, nft)).toEqual(both)
})

/** ERC-404 with ERC20Transfer, and DN-404, whose units and NFTs are two contracts. */
const source = `
pragma solidity ^0.8.20;
contract Hybrid {
  event Transfer(address indexed from, address indexed to, uint256 indexed id);
  event ERC20Transfer(address indexed from, address indexed to, uint256 amount);
  string public name = "Omni404"; string public symbol = "O404"; uint8 public decimals = 18; uint256 public totalSupply;
  mapping(address => uint256) public balanceOf; mapping(uint256 => address) public ownerOf;
  function mint(address to, uint256 id) external {
    balanceOf[to] += 1e18; totalSupply += 1e18; ownerOf[id] = to;
    emit ERC20Transfer(address(0), to, 1e18); emit Transfer(address(0), to, id);
  }
}
contract Mirror {
  event Transfer(address indexed from, address indexed to, uint256 indexed id);
  string public name = "DN"; string public symbol = "DN"; mapping(uint256 => address) public ownerOf;
  function report(address to, uint256 id) external { ownerOf[id] = to; emit Transfer(address(0), to, id); }
}
contract Base {
  event Transfer(address indexed from, address indexed to, uint256 amount);
  string public name = "DN"; string public symbol = "DN"; uint8 public decimals = 18; uint256 public totalSupply;
  mapping(address => uint256) public balanceOf; Mirror public mirror = new Mirror();
  function mint(address to, uint256 id) external {
    balanceOf[to] += 1e18; totalSupply += 1e18; emit Transfer(address(0), to, 1e18); mirror.report(to, id);
  }
}`

const compiled = z.object({
  contracts: z.object({
    'E.sol': z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  }),
})

let anvil: Anvil
let me: string
beforeAll(async () => {
  anvil = await startAnvil(['--hardfork', 'shanghai'])
  me = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))[0] ?? ''
})
afterAll(() => anvil?.stop())

const send = async (transaction: object): Promise<Hex> => {
  const sent = await anvil.rpc('eth_sendTransactionSync', [{ from: me, gas: '0x4c4b40', ...transaction }])
  const { status, contractAddress } = z
    .object({ status: z.literal('0x1'), contractAddress: z.string().nullable() })
    .parse(sent)
  expect(status).toBe('0x1')
  return (contractAddress ?? '0x') as Hex
}

const deployed = async (): Promise<Hex[]> => {
  const settings = { evmVersion: 'paris', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } }
  const output = solcOutput({ language: 'Solidity', sources: { 'E.sol': { content: source } }, settings })
  const codes = compiled.parse(output).contracts['E.sol']
  const deploy = (name: string) => send({ data: `0x${codes[name]?.evm.bytecode.object}` })
  // One after the other: the node gives both the same nonce when they come at once.
  return [await deploy('Hybrid'), await deploy('Base')]
}

describe.each(dialects)('minted on a real node, on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('its units are in the wallet, its holders are listed, and its NFTs are a collection; so are those of DN-404', async () => {
    const [erc404 = '0x', base = '0x'] = await deployed()
    const friend = walletOf(9)
    // mint(address,uint256)
    for (const [to, id] of [
      [friend, 1],
      [friend, 2],
      [me as Hex, 3],
    ] as const)
      for (const token of [erc404, base]) await send({ to: token, data: `0x40c10f19${words(to, BigInt(id)).slice(2)}` })
    const mirror = `0x${String(await anvil.rpc('eth_call', [{ to: base, data: '0x444d9172' }, 'latest'])).slice(26)}`

    const { evm, explorer } = await indexAnvil(await createStore(), anvil)
    const wallet = await evm.walletTokenBalances(parseInput(evmApi.walletTokenBalances, { address: friend }))
    const held = new Map(wallet.map(({ token_address, balance }) => [token_address, balance]))
    expect([held.get(erc404), held.get(base)]).toEqual([String(2n * unit), String(2n * unit)])

    for (const token of [erc404, base]) {
      const holders = await explorer.evmTokenHolders(parseInput(evmExplorerApi.evmTokenHolders, { address: token }))
      expect(holders.result.map(({ address, balance }) => [address, balance])).toEqual([
        [friend, String(2n * unit)],
        [me, String(unit)],
      ])
      const figures = await explorer.evmToken(parseInput(evmExplorerApi.evmToken, { address: token }))
      expect(figures).toMatchObject({ holders: 2, supply: String(3n * unit), transfers: 3 })
    }
    expect(await explorer.evmAddress(parseInput(evmExplorerApi.evmAddress, { address: erc404 }))).toMatchObject({
      contract_type: 'ERC404',
    })
    for (const collection of [erc404, mirror]) {
      const { result } = await evm.contractNfts(parseInput(evmApi.contractNfts, { address: collection }))
      expect(result.map(({ token_id, contract_type }) => [token_id, contract_type]).sort()).toEqual([
        ['1', 'ERC721'],
        ['2', 'ERC721'],
        ['3', 'ERC721'],
      ])
    }
    const transfers = await evm.erc20Transfers(parseInput(evmApi.erc20Transfers, { contract_addresses: [erc404] }))
    expect(transfers.result.map(({ value }) => value)).toEqual([unit, unit, unit].map(String))
  })
})
