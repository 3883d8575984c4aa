import { describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import { compareTokenPlaces } from '#lib/evm/chain/decode/token-state.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow, NftStandard, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { addTokenRows } from '#lib/evm/chain/write/add-token-rows.ts'
import { revertTokenRows } from '#lib/evm/chain/write/revert-blocks.ts'
import type { Store } from '#lib/store/store.ts'
import { dumpTables, evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { sample } from '#tests/support/tier.ts'

const chain = 1
const zero = '0x0000000000000000000000000000000000000000'
const noRows: TokenRows = { nftTransfers: [], erc20Transfers: [], erc20Approvals: [], contracts: new Map() }

const contracts = ['0x721', '0x1155', '0xboth', '0xold'].map((name) => toBytes(hashOf('contract', name).slice(0, 42)))

/**
 * Transfers of few tokens and few wallets in ascending places: mints, burns and mints again, transfers to oneself and of
 * nothing, batches, and tokens that are of one standard at first and of another later.
 */
const randomTransfers = (count: number, random: () => number): NftTransferRow[] => {
  const rows: NftTransferRow[] = []
  const below = (bound: number) => Math.floor(random() * bound)
  for (let block = 100; rows.length < count; block += 1 + below(3)) {
    for (let log = 0; log < below(6); log++) {
      const kind = below(4)
      const standards: NftStandard[] = [721, 1155, block > 150 && random() < 0.5 ? 1155 : 721, 0]
      const standard = standards[kind] ?? 721
      const items = standard === 1155 && random() < 0.4 ? 1 + below(4) : 1
      const from = random() < 0.3 ? zero : walletOf(below(5))
      const to = random() < 0.2 ? zero : random() < 0.2 ? from : walletOf(below(5))
      for (let item = 0; item < items; item++) {
        const tokenId = `${below(5)}`
        const token = contracts[kind] ?? new Uint8Array(20)
        rows.push({
          chain,
          block_number: block,
          log_index: log * 2,
          batch_index: item,
          transaction_index: log,
          standard,
          is_batch: items > 1 ? 1 : 0,
          token_address: token,
          token_hash: tokenHash(token, tokenId),
          from_address: toBytes(from),
          to_address: toBytes(to),
          operator: standard === 1155 ? toBytes(walletOf(9)) : null,
          transaction_hash: toBytes(hashOf('transaction', block, log)),
          token_id: tokenId,
          amount: standard === 1155 ? `${below(4) * 10 ** below(20)}` : '1',
          transaction_value: random() < 0.5 ? null : '7',
        })
      }
    }
  }
  return rows.slice(0, count)
}

/** What the stored transfers make of NFTs and balances, computed the plain way. */
const plainState = (transfers: readonly NftTransferRow[]): string[] => {
  const lines: string[] = []
  const ofToken = Map.groupBy([...transfers].sort(compareTokenPlaces), ({ token_hash }) => hex(token_hash))
  for (const moves of ofToken.values()) {
    const oldest = moves[0]
    const newest = moves.at(-1)
    if (!oldest || !newest) continue
    const units = moves.filter(({ standard }) => standard === 1155)
    const mint = moves.find(({ from_address }) => isZero(from_address))
    const sum = (rows: NftTransferRow[]) => rows.reduce((total, { amount }) => total + BigInt(amount), 0n)
    const minted = sum(units.filter(({ from_address }) => isZero(from_address)))
    const burned = sum(units.filter(({ to_address }) => isZero(to_address)))
    lines.push(
      lineOf('evm_nft_tokens', {
        token_address: oldest.token_address,
        token_hash: oldest.token_hash,
        token_id: oldest.token_id,
        standard: Math.max(...moves.map(({ standard }) => standard)),
        owner: units.length || isZero(newest.to_address) ? null : newest.to_address,
        supply: units.length ? `${minted - burned}` : isZero(newest.to_address) ? '0' : '1',
        first_block: oldest.block_number,
        minted_block: mint?.block_number ?? null,
        minted_log: mint?.log_index ?? null,
        minted_batch: mint?.batch_index ?? null,
        minter: mint?.to_address ?? null,
        minted_transaction: mint?.transaction_hash ?? null,
        changed_block: newest.block_number,
        changed_log: newest.log_index,
        changed_batch: newest.batch_index,
      }),
    )
    const owners = new Map(
      units.flatMap((row) => [row.from_address, row.to_address]).map((owner) => [hex(owner), owner]),
    )
    for (const owner of owners.values()) {
      if (isZero(owner)) continue
      const received = units.filter(({ to_address }) => hex(to_address) === hex(owner))
      const sent = units.filter(({ from_address }) => hex(from_address) === hex(owner))
      const last = [...received, ...sent].sort(compareTokenPlaces).at(-1)
      const amount = sum(received) - sum(sent)
      lines.push(
        lineOf('evm_nft_balances', {
          token_address: oldest.token_address,
          token_hash: oldest.token_hash,
          token_id: oldest.token_id,
          owner,
          amount: `${amount}`,
          is_held: amount > 0n ? 1 : 0,
          changed_block: last?.block_number,
          changed_log: last?.log_index,
          changed_batch: last?.batch_index,
        }),
      )
    }
  }
  return lines.sort()
}

const storedState = async ({ db }: Store<EvmTables>): Promise<string[]> => {
  const tokens = await db.selectFrom('evm_nft_tokens').selectAll().where('chain', '=', chain).execute()
  const balances = await db.selectFrom('evm_nft_balances').selectAll().where('chain', '=', chain).execute()
  return [
    ...tokens.map(({ chain: _, ...row }) => lineOf('evm_nft_tokens', row)),
    ...balances.map(({ chain: _, ...row }) => lineOf('evm_nft_balances', row)),
  ].sort()
}

/** Collections, holdings and days as counted from the stored transfers, NFTs and balances. */
const plainCounts = async ({ db }: Store<EvmTables>): Promise<string[]> => {
  const transfers = await db.selectFrom('evm_nft_transfers').selectAll().where('chain', '=', chain).execute()
  const tokens = await db.selectFrom('evm_nft_tokens').selectAll().where('chain', '=', chain).execute()
  const balances = await db.selectFrom('evm_nft_balances').selectAll().where('chain', '=', chain).execute()
  const lines: string[] = []
  for (const [contract, moves] of Map.groupBy(transfers, ({ token_address }) => hex(token_address))) {
    const isOwn = ({ token_address }: { token_address: Uint8Array }) => hex(token_address) === contract
    const held = [...tokens.filter(isOwn), ...balances.filter(isOwn).filter(({ is_held }) => is_held === 1)]
    const owned = held.flatMap(({ owner }) => (owner ? [hex(owner)] : []))
    lines.push(
      lineOf('evm_nft_collections', {
        token_address: contract,
        first_block: Math.min(...moves.map(({ block_number }) => block_number)),
        transfers: moves.length,
        tokens: tokens.filter(isOwn).filter(({ supply }) => supply !== '0').length,
        owners: new Set(owned).size,
      }),
      // The blocks of these tests have no times.
      lineOf('evm_nft_collection_days', { token_address: contract, day: 0, transfers: moves.length }),
    )
    for (const [owner, own] of Map.groupBy(owned, (owner) => owner))
      lines.push(lineOf('evm_nft_holders', { token_address: contract, owner, tokens: own.length }))
  }
  return lines.sort()
}

const storedCounts = async ({ db }: Store<EvmTables>): Promise<string[]> => {
  const lines: string[] = []
  for (const table of ['evm_nft_collections', 'evm_nft_collection_days', 'evm_nft_holders'] as const) {
    const rows = await db.selectFrom(table).selectAll().where('chain', '=', chain).execute()
    lines.push(...rows.map(({ chain: _, ...row }) => lineOf(table, row)))
  }
  return lines.sort()
}

const lineOf = (table: string, row: object): string =>
  `${table} ${JSON.stringify(
    Object.entries(row)
      .map(([name, value]) => [name, value instanceof Uint8Array ? hex(value) : value])
      .sort(),
  )}`

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const isZero = (address: Uint8Array): boolean => `0x${hex(address)}` === zero

const erc20Row = (block: number, log: number): Erc20TransferRow => ({
  chain,
  block_number: block,
  log_index: log,
  transaction_index: 0,
  token_address: toBytes(walletOf(20)),
  from_address: toBytes(walletOf(1)),
  to_address: toBytes(walletOf(2)),
  transaction_hash: toBytes(hashOf('transaction', block, log)),
  value: '5',
})

describe.each(dialects)('NFTs and balances on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const openStore = async () => {
    const store = await createStore()
    return {
      store,
      add: (rows: Partial<TokenRows>) =>
        store.db
          .transaction()
          .execute((transaction) => addTokenRows(store, transaction, chain, { rows: { ...noRows, ...rows } })),
      revert: (first: number, last: number) =>
        store.db.transaction().execute((transaction) => revertTokenRows(store, transaction, chain, { first, last })),
    }
  }

  test.each(sample([1, 2, 3, 4], 2))('always follow from all stored transfers (seed %i)', async (seed) => {
    const random = seeded(seed)
    const { store, add, revert } = await openStore()
    const waiting = randomTransfers(700, random)
    let stored: NftTransferRow[] = []
    for (let step = 0; step < 60; step++) {
      if (stored.length && random() < 0.35) {
        const blocks = stored.map(({ block_number }) => block_number)
        const high = random() < 0.7 ? Math.max(...blocks) : (blocks[Math.floor(random() * blocks.length)] ?? 0)
        const low = high - Math.floor(random() * 25)
        await revert(low, high)
        const isTaken = ({ block_number }: NftTransferRow) => low <= block_number && block_number <= high
        waiting.push(...stored.filter(isTaken))
        stored = stored.filter((row) => !isTaken(row))
      } else {
        const at = Math.floor(random() * waiting.length)
        const chunk = waiting.splice(at, 1 + Math.floor(random() * 60))
        if (random() < 0.5) chunk.reverse()
        await add({ nftTransfers: chunk })
        stored.push(...chunk)
      }
      expect(await storedState(store)).toEqual(plainState(stored))
      expect(await storedCounts(store)).toEqual(await plainCounts(store))
    }
    await revert(0, 1_000_000)
    expect(await dumpTables(store)).toEqual([])
  })

  test('a token with a long history is restored beyond the rows that are searched first', async () => {
    const { store, add, revert } = await openStore()
    const [token = new Uint8Array()] = contracts
    const move = (block: number, from: string, to: string): NftTransferRow => ({
      ...(randomTransfers(1, seeded(9))[0] as NftTransferRow),
      block_number: block,
      standard: 1155,
      token_address: token,
      token_hash: tokenHash(token, '1'),
      token_id: '1',
      from_address: toBytes(from),
      to_address: toBytes(to),
      amount: '3',
    })
    const transfers = [move(1, zero, walletOf(1)), move(2, walletOf(1), walletOf(2))]
    for (let block = 3; block < 400; block++) transfers.push(move(block, zero, walletOf(10 + (block % 7))))
    await add({ nftTransfers: transfers })
    await add({ nftTransfers: [move(500, walletOf(2), walletOf(1)), move(501, walletOf(2), walletOf(3))] })
    await revert(500, 501)
    expect(await storedState(store)).toEqual(plainState(transfers))
  })

  test('rows of other blocks and chains survive a revert', async () => {
    const { store, add, revert } = await openStore()
    const nftTransfers = randomTransfers(100, seeded(5))
    const erc20 = Array.from({ length: 20 }, (_, index) => erc20Row(100 + index * 5, 1_000 + index))
    const other = { ...noRows, nftTransfers: nftTransfers.map((row) => ({ ...row, chain: 2 })) }
    await store.db.transaction().execute((transaction) => addTokenRows(store, transaction, 2, { rows: other }))
    const without = await dumpTables(store)
    await add({ nftTransfers, erc20Transfers: erc20, erc20Approvals: erc20 })
    const all = await dumpTables(store)
    await revert(120, 140)
    const kept = ({ block_number }: { block_number: number }) => block_number < 120 || block_number > 140
    const alone = await openStore()
    await alone.store.db
      .transaction()
      .execute((transaction) => addTokenRows(alone.store, transaction, 2, { rows: other }))
    await alone.add({
      nftTransfers: nftTransfers.filter(kept),
      erc20Transfers: erc20.filter(kept),
      erc20Approvals: erc20.filter(kept),
    })
    expect(await dumpTables(store)).toEqual(await dumpTables(alone.store))
    expect((await dumpTables(store)).length).toBeLessThan(all.length)
    await revert(0, 1_000_000)
    expect(await dumpTables(store)).toEqual(without)
  })

  test('the coverage of backfills shrinks by the reverted blocks', async () => {
    const { store, revert } = await openStore()
    const address = toBytes(walletOf(1))
    const interval = (first_block: number, last_block: number) => ({ chain, address, first_block, last_block })
    const intervals = [interval(0, 9), interval(20, 60), interval(70, 80), interval(90, 99)]
    await store.db.insertInto('evm_history_intervals').values(intervals).execute()
    const header = (number: number) => ({ chain, number, timestamp: number, hash: toBytes(hashOf('block', number)) })
    await store.db
      .insertInto('evm_headers')
      .values([header(29), header(30), header(75), header(76)])
      .execute()
    await revert(30, 75)
    const left = await store.db
      .selectFrom('evm_history_intervals')
      .select(['first_block', 'last_block'])
      .orderBy('first_block')
      .execute()
    expect(left.map(({ first_block, last_block }) => [first_block, last_block])).toEqual([
      [0, 9],
      [20, 29],
      [76, 80],
      [90, 99],
    ])
    expect(await store.db.selectFrom('evm_headers').select('number').orderBy('number').execute()).toEqual([
      { number: 29 },
      { number: 76 },
    ])
  })

  test('a failed transaction leaves no rows', async () => {
    const { store } = await openStore()
    const rows: TokenRows = {
      ...noRows,
      nftTransfers: randomTransfers(50, seeded(6)),
      contracts: new Map([[walletOf(1), { kind: 'ERC721', note: null }]]),
    }
    const change = store.db.transaction().execute(async (transaction) => {
      await addTokenRows(store, transaction, chain, { rows })
      throw new Error('stop')
    })
    await expect(change).rejects.toThrow('stop')
    expect(await dumpTables(store)).toEqual([])
    expect(await store.db.selectFrom('evm_contracts').selectAll().execute()).toEqual([])
  })

  test('a contract is inserted once, its metadata is fetched again when its kind is upgraded, and is kept meanwhile', async () => {
    const { store, add } = await openStore()
    const address = walletOf(1)
    const note = (kind: 'ERC20' | 'ERC721' | 'ERC1155' | null, words: string | null = null) =>
      add({ contracts: new Map([[address, { kind, note: words }]]) })
    const read = () => store.db.selectFrom('evm_contracts').selectAll().executeTakeFirstOrThrow()
    await note(null)
    expect(await read()).toMatchObject({ kind: null, ask_at: 0, failures: 0, name: null, note: null })
    await store.db.updateTable('evm_contracts').set({ name: 'Coin', symbol: 'C', ask_at: null, failures: 2 }).execute()
    await note(null, 'Cut short.')
    expect(await read()).toMatchObject({ kind: null, ask_at: null, failures: 2, note: 'Cut short.' })
    await note('ERC721')
    expect(await read()).toMatchObject({ kind: 'ERC721', ask_at: 0, name: 'Coin', note: 'Cut short.' })
    await store.db.updateTable('evm_contracts').set({ ask_at: 99 }).execute()
    await note('ERC20')
    expect(await read()).toMatchObject({ kind: 'ERC721', ask_at: 99, name: 'Coin', symbol: 'C' })
    await note('ERC1155')
    expect(await read()).toMatchObject({ kind: 'ERC1155', ask_at: 0, name: 'Coin', symbol: 'C' })
  })
})
