/*
 * Token rows through the writer, with the state that follows from them, against the bare insert of the same rows: first of
 * the transfers alone, then of the transfers and of every NFT and balance that they leave. Wallets, contracts and tokens are
 * drawn as they occur (zipf). ERC20 transfers once more with the balances of all tokens kept. All in one run, each into a
 * database of its own.
 *
 *   node tests/bench/evm-write-tokens.ts [rows] [rows a batch] [SQLite | PostgreSQL] [ERC20 | ERC721 | ERC1155]
 */

import { randomBytes } from 'node:crypto'
import { toHex } from '#lib/base/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractKind, Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { addTokenRows } from '#lib/evm/chain/write/add-token-rows.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { seeded } from '#tests/support/seeded.ts'
import { startNewDatabases } from './support/new-databases.ts'
import { zipf } from './support/zipf.ts'

const [rowCount = 300_000, rowsPerBatch = 8_000] = process.argv.slice(2, 4).map(Number)
const [onlyDatabase, onlyKind] = process.argv.slice(4)
const chain = 1
const rowsPerBlock = 150

const random = seeded(1)
/** Draws from `count` things by zipf. */
const drawn = <Thing>(count: number, make: () => Thing): (() => Thing) => {
  const things = Array.from({ length: count }, make)
  const place = zipf(count, random)
  return () => things[place()] as Thing
}
const bytes = (length: number): Uint8Array => new Uint8Array(randomBytes(length))
const zero = new Uint8Array(20)
const pickWallet = drawn(200_000, () => bytes(20))
const pickCoin = drawn(3_000, () => bytes(20))
const pickCollection = drawn(1_000, () => ({ address: bytes(20), owners: [] as Uint8Array[] }))
const pickItem = drawn(20_000, () => ({ address: bytes(20), id: String(Math.floor(random() * 1e6)) }))

const placeOf = (index: number) => ({
  chain,
  block_number: 18_000_000 + Math.floor(index / rowsPerBlock),
  log_index: index % rowsPerBlock,
})

const erc20 = (index: number): Erc20TransferRow => ({
  ...placeOf(index),
  transaction_index: index % rowsPerBlock,
  token_address: pickCoin(),
  from_address: pickWallet(),
  to_address: pickWallet(),
  transaction_hash: bytes(32),
  value: String(BigInt(Math.floor(random() * 1e9)) * 10n ** 12n),
})

const nft = (index: number, token: Uint8Array, id: string, from: Uint8Array, to: Uint8Array) => ({
  ...placeOf(index),
  batch_index: 0,
  transaction_index: index % rowsPerBlock,
  is_batch: 0 as const,
  token_address: token,
  token_hash: tokenHash(token, id),
  from_address: from,
  to_address: to,
  transaction_hash: bytes(32),
  token_id: id,
  transaction_value: '0',
})

/** Two of five are mints, one of a hundred is a burn, the rest change hands. */
const erc721 = (index: number): NftTransferRow => {
  const { address, owners } = pickCollection()
  const isMint = owners.length === 0 || random() < 0.4
  const id = isMint ? owners.length : Math.floor(random() * owners.length)
  const to = !isMint && random() < 0.01 ? zero : pickWallet()
  const from = owners[id] ?? zero
  owners[id] = to
  return { ...nft(index, address, String(id), from, to), standard: 721, operator: null, amount: '1' }
}

const erc1155 = (index: number): NftTransferRow => {
  const { address, id } = pickItem()
  const from = random() < 0.4 ? zero : pickWallet()
  return {
    ...nft(index, address, id, from, pickWallet()),
    standard: 1155,
    operator: from,
    amount: String(1 + Math.floor(random() * 20)),
  }
}

const batchesOf = <Row extends { token_address: Uint8Array }>(
  rowOf: (index: number) => Row,
  kind: ContractKind,
  rowsFor: (rows: Row[]) => Partial<TokenRows>,
): TokenRows[] => {
  const batches: TokenRows[] = []
  for (let from = 0; from < rowCount; from += rowsPerBatch) {
    const rows = Array.from({ length: Math.min(rowsPerBatch, rowCount - from) }, (_, offset) => rowOf(from + offset))
    const contracts = new Map(rows.map(({ token_address }) => [toHex(token_address), { kind, note: null }]))
    batches.push({ nftTransfers: [], erc20Transfers: [], erc20Approvals: [], contracts, ...rowsFor(rows) })
  }
  return batches
}
const works = {
  ERC20: batchesOf(erc20, 'ERC20', (erc20Transfers) => ({ erc20Transfers })),
  ERC721: batchesOf(erc721, 'ERC721', (nftTransfers) => ({ nftTransfers })),
  ERC1155: batchesOf(erc1155, 'ERC1155', (nftTransfers) => ({ nftTransfers })),
}

type Write = (store: Store<EvmTables>, batch: number) => Promise<void>

const open = async (url: string): Promise<Store<EvmTables>> => {
  const store = await openStore<EvmTables>(url)
  await migrate(store, evmMigrations)
  return store
}

/** By the clock, and by this process's own CPU time: that tells more on a machine that does other work. */
const rowsPerSecond = async (store: Store<EvmTables>, batchCount: number, write: Write) => {
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  for (let batch = 0; batch < batchCount; batch++) await write(store, batch)
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    byClock: Math.round(rowCount / ((performance.now() - startedAt) / 1_000)),
    byCpu: Math.round(rowCount / ((user + system) / 1e6)),
  }
}

const share = <Value>(values: readonly Value[], part: number, parts: number): Value[] =>
  values.slice(Math.floor((values.length * part) / parts), Math.floor((values.length * (part + 1)) / parts))

const databases = await startNewDatabases()
const table = []
for (const database of ['SQLite', 'PostgreSQL'] as const)
  for (const [kind, batches] of Object.entries(works)) {
    if ((onlyDatabase && onlyDatabase !== database) || (onlyKind && onlyKind !== kind)) continue
    const write =
      (keepsNew: boolean): Write =>
      (store, batch) =>
        store.db.transaction().execute(async (transaction) => {
          const rows = batches[batch]
          if (rows) await addTokenRows(store, transaction, chain, { rows, counting: { keepsNew } })
        })
    const writer = await open(await databases.newUrl[database]())
    const written = await rowsPerSecond(writer, batches.length, write(false))
    const keeper = await open(await databases.newUrl[database]())
    const kept = kind === 'ERC20' ? await rowsPerSecond(keeper, batches.length, write(true)) : undefined
    await keeper.close()
    const tokens = await writer.db.selectFrom('evm_nft_tokens').selectAll().execute()
    const balances = await writer.db.selectFrom('evm_nft_balances').selectAll().execute()
    await writer.close()

    const bare = async (withState: boolean) => {
      const floor = await open(await databases.newUrl[database]())
      const speed = await rowsPerSecond(floor, batches.length, (store, batch) =>
        store.db.transaction().execute(async (transaction) => {
          const rows = batches[batch]
          await store.insertMany(transaction, 'evm_erc20_transfers', rows?.erc20Transfers ?? [])
          await store.insertMany(transaction, 'evm_nft_transfers', rows?.nftTransfers ?? [])
          if (!withState) return
          await store.insertMany(transaction, 'evm_nft_tokens', share(tokens, batch, batches.length))
          await store.insertMany(transaction, 'evm_nft_balances', share(balances, batch, batches.length))
        }),
      )
      await floor.close()
      return speed
    }
    const transfersOnly = await bare(false)
    const withState = await bare(true)
    table.push({
      database,
      kind,
      'writer rows/s': written.byClock,
      'with ERC20 balances/s': kept?.byClock,
      'bare transfers/s': transfersOnly.byClock,
      'bare with state/s': withState.byClock,
      'writer rows/CPU s': written.byCpu,
      'with ERC20 balances/CPU s': kept?.byCpu,
      'bare transfers/CPU s': transfersOnly.byCpu,
      'bare with state/CPU s': withState.byCpu,
      tokens: tokens.length,
      balances: balances.length,
    })
  }
console.table(table)
await databases.stop()
