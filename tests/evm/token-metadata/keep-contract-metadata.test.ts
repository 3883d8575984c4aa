import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { demoAbis, demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import { tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import { createPool, type NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractRow } from '#lib/evm/chain/tables/token-tables.ts'
import { addTokenRows } from '#lib/evm/chain/write/add-token-rows.ts'
import { askAgainIfStale, askChanged, changeTopics } from '#lib/evm/token-metadata/ask-again.ts'
import { keepContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import type { Store } from '#lib/store/store.ts'
import { tokenLog, word, words } from '#tests/evm/chain/decode/token-logs.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { contractNode, decimalsCall, erc721Answers, nameCall, wordOf } from './contract-node.ts'

const chain = 1
const start = 1_700_000_000
const address = walletOf(500)

describe.each(dialects)('%s', (dialect) => {
  const createStore = evmStores(dialect)
  let store: Store<EvmTables>
  let seconds: number

  beforeEach(async () => {
    store = await createStore()
    seconds = start
  })

  /** Runs the loop until it has waited so often; time passes as fast as it waits. */
  const keep = async (
    pool: NodePool,
    waits: number,
    beforeWait: () => Promise<void> = async () => {},
  ): Promise<void> => {
    const stopped = new AbortController()
    const clock = {
      now: () => seconds * 1_000,
      wait: async (ms: number) => {
        await beforeWait()
        seconds += Math.ceil(ms / 1_000)
        waits -= 1
        if (waits === 0) stopped.abort()
        await setImmediate()
      },
    }
    const log = { info: () => {}, warn: () => {} }
    await keepContractMetadata(store, chain, pool, {
      log,
      signal: stopped.signal,
      options: { clock, now: () => seconds },
    })
  }

  const addContract = (row: Partial<ContractRow> = {}) =>
    store.db
      .insertInto('evm_contracts')
      .values({
        ...{ chain, address: toBytes(address), kind: null, name: null, symbol: null, decimals: null },
        ...{ ask_at: 0, failures: 0, note: null, read_at: null },
        ...row,
      })
      .execute()

  const contracts = async () => {
    const rows = await store.db.selectFrom('evm_contracts').selectAll().orderBy('address').execute()
    return rows.map((row) => ({ ...row, address: toHex(row.address) }))
  }
  const contract = async () => (await contracts())[0]

  /** Three transfers of one contract as an ERC20 would tell of them. */
  const addTransfers = () =>
    store.db.transaction().execute(async (transaction) => {
      const logs = [1, 2, 3].map((id) =>
        tokenLog({
          address,
          logIndex: id,
          topics: [tokenTopic.transfer, word(walletOf(id)), word(walletOf(id + 1))],
          data: words(id),
        }),
      )
      await addTokenRows(store, transaction, chain, { rows: decodeTokens(chain, logs, () => null) })
    })
  const rowCounts = async () => {
    const count = async (table: 'evm_erc20_transfers' | 'evm_nft_transfers' | 'evm_nft_tokens') =>
      (await store.db.selectFrom(table).select('token_address').execute()).length
    return [await count('evm_erc20_transfers'), await count('evm_nft_transfers'), await count('evm_nft_tokens')]
  }

  test('the contracts of the demo ledger get their kinds and names', async () => {
    const abis = await demoAbis()
    for (const { address: demo } of abis) await addContract({ address: toBytes(demo) })
    await keep(createPool([demoEvmTransport()]), 2)
    const known = new Map((await contracts()).map((row) => [row.address, row]))
    const factsOf = (name: string) => known.get(abis.find((abi) => abi.name === name)?.address.toLowerCase() as Hex)
    expect(factsOf('HarborCoin')).toMatchObject({ kind: null, symbol: expect.any(String), decimals: 18 })
    expect(factsOf('OldLeaf')).toMatchObject({ name: 'Old Leaf', symbol: 'LEAF', decimals: 6 })
    expect(factsOf('PaperLanterns')).toMatchObject({ kind: 'ERC721', name: expect.any(String) })
    expect(factsOf('MarketStamps')).toMatchObject({ kind: 'ERC1155' })
    expect([...known.values()].every(({ ask_at, failures }) => ask_at === null && failures === 0)).toBe(true)
  })

  test('a contract that reverts counts as answered', async () => {
    await addContract({ kind: 'ERC20' })
    await keep(contractNode({ [address]: {} }).pool, 2)
    expect(await contract()).toMatchObject({ kind: 'ERC20', name: null, ask_at: null, failures: 0 })
  })

  test('a contract is retried with growing delays of at most a day while the node fails, and succeeds in the end', async () => {
    await addContract({ kind: 'ERC721' })
    const node = contractNode({ [address]: erc721Answers })
    node.isUp = false
    const waits: number[] = []
    let before = 0
    for (let tries = 1; tries <= 14; tries++) {
      await keep(node.pool, 1)
      const row = await contract()
      expect(row?.failures).toBe(tries)
      waits.push((row?.ask_at ?? 0) - seconds)
      seconds = row?.ask_at ?? 0
      expect(seconds).toBeGreaterThan(before)
      before = seconds
    }
    expect(waits[0]).toBeGreaterThan(55)
    expect(waits[0]).toBeLessThanOrEqual(60)
    expect(waits.at(-1)).toBeGreaterThan(86_000)
    expect(waits.at(-1)).toBeLessThanOrEqual(86_400)
    node.isUp = true
    await keep(node.pool, 1)
    expect(await contract()).toMatchObject({ name: 'Old Lanterns', kind: 'ERC721', ask_at: null, failures: 0 })
  })

  test('metadata that the node failed to return is fetched again, and the rest is kept', async () => {
    await addContract()
    const slow = { error: { code: -32000, message: 'execution aborted (timeout = 5s)' } }
    await keep(contractNode({ [address]: { ...erc721Answers, [decimalsCall]: slow } }).pool, 1)
    expect(await contract()).toMatchObject({ name: 'Old Lanterns', failures: 1, ask_at: start + 60 })
  })

  test('a node without the newest indexed block is not used', async () => {
    await addContract()
    await store.db.insertInto('evm_intervals').values({ chain, first_block: 0, last_block: 200 }).execute()
    const node = contractNode({})
    node.head = 199
    await keep(node.pool, 1)
    expect(await contract()).toMatchObject({ ask_at: start + 60, failures: 1 })
    node.head = 200
    seconds += 60
    await keep(node.pool, 1)
    expect(await contract()).toMatchObject({ ask_at: null, failures: 0 })
  })

  test('what was read longer ago than a day is read again once it is shown, and at once where an event tells of a change', async () => {
    let name = 'Matic Token'
    const nameAnswer = () => ({ result: `0x${Buffer.from(name).toString('hex').padEnd(64, '0')}` })
    const node = () => contractNode({ [address]: { ...erc721Answers, [nameCall]: nameAnswer() } }).pool
    await addContract({ kind: 'ERC721' })
    await keep(node(), 1)
    expect(await contract()).toMatchObject({ name, ask_at: null, read_at: start })
    name = 'POL'
    const shown = async () => {
      askAgainIfStale(store.db, chain, await store.db.selectFrom('evm_contracts').selectAll().execute(), seconds)
      await expect.poll(async () => (await contract())?.ask_at).not.toBeUndefined()
    }
    seconds += 3_600
    await shown()
    await keep(node(), 1)
    expect(await contract()).toMatchObject({ name: 'Matic Token' })
    seconds += 24 * 3_600
    await shown()
    await expect.poll(async () => (await contract())?.ask_at).toBe(seconds)
    await keep(node(), 1)
    expect(await contract()).toMatchObject({ name: 'POL', ask_at: null })

    name = 'POL 2'
    const upgraded = changeTopics[0] ?? '0x'
    const log = { chain, block_number: 7, transaction_index: 0, log_index: 0, address: toBytes(address) }
    const topics = { topic0: toBytes(upgraded), topic1: null, topic2: null, topic3: null }
    await store.db
      .insertInto('evm_logs')
      .values({ ...log, ...topics, data: new Uint8Array() })
      .execute()
    await askChanged(store.db, chain, 6, { last: 6, now: seconds })
    expect(await contract()).toMatchObject({ ask_at: null })
    await askChanged(store.db, chain, 7, { last: 8, now: seconds })
    await keep(node(), 1)
    expect(await contract()).toMatchObject({ name: 'POL 2' })
  })

  test('hundreds of contracts are fetched in one run', async () => {
    for (let index = 0; index < 150; index++) await addContract({ address: toBytes(walletOf(1_000 + index)) })
    await keep(contractNode({}).pool, 3)
    expect((await contracts()).every(({ ask_at }) => ask_at === null)).toBe(true)
  })

  test('transfers are reclassified when a contract turns out to be ERC721', async () => {
    await addTransfers()
    expect(await rowCounts()).toEqual([3, 0, 0])
    await keep(contractNode({ [address]: erc721Answers }).pool, 2)
    expect(await rowCounts()).toEqual([0, 3, 3])
    expect(await contract()).toMatchObject({ kind: 'ERC721', name: 'Old Lanterns', ask_at: null })
  })

  test('a reclassification interrupted by a crash is finished at the next start', async () => {
    await addTransfers()
    await store.db.updateTable('evm_contracts').set({ kind: 'ERC721', ask_at: null }).execute()
    await keep(contractNode({}).pool, 1)
    expect(await rowCounts()).toEqual([0, 3, 3])
  })

  test('a token with decimals that claims to be ERC721 keeps the kind given by its events', async () => {
    await addTransfers()
    const liar = { ...erc721Answers, [decimalsCall]: { result: wordOf(18) } }
    await keep(contractNode({ [address]: liar }).pool, 2)
    expect(await rowCounts()).toEqual([3, 0, 0])
    expect(await contract()).toMatchObject({ kind: 'ERC20', decimals: 18 })
  })

  test('a contract known as ERC1155 by its events is not downgraded', async () => {
    await addContract({ kind: 'ERC1155' })
    await keep(contractNode({ [address]: erc721Answers }).pool, 1)
    expect(await contract()).toMatchObject({ kind: 'ERC1155', name: 'Old Lanterns' })
  })

  test('a contract reverted by a reorg while it is fetched is not stored again', async () => {
    await addContract()
    const { pool, transport } = contractNode({ [address]: { [nameCall]: { result: wordOf(1) } } })
    const { send } = transport
    transport.send = async (calls, signal) => {
      await store.db.deleteFrom('evm_contracts').execute()
      return send(calls, signal)
    }
    await keep(pool, 1)
    expect(await contracts()).toEqual([])
  })
})
