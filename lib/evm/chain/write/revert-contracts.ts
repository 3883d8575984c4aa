import { type RawBuilder, sql, type Transaction } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import { nameWords } from '#lib/base/name-words.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractKind, ContractRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'

const contractsPerStatement = 500
const transferTables = ['evm_nft_transfers', 'evm_erc20_transfers', 'evm_erc20_approvals'] as const

/** Contracts with a token event in these blocks; to be read before the events are deleted. */
export const contractsIn = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  { first, last }: BlockRange,
): Promise<Uint8Array[]> => {
  const found = new Map<string, Uint8Array>()
  for (const table of transferTables) {
    const rows = await transaction
      .selectFrom(table)
      .select('token_address')
      .distinct()
      .where('chain', '=', chain)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
    for (const { token_address } of rows) found.set(toHex(token_address), token_address)
  }
  return [...found.values()]
}

/**
 * Restores contracts from their remaining events: those without any are deleted, with their rating, ABI and search
 * words. Contracts whose metadata was `asked` on the reverted branch are queried again.
 */
export const revertContracts = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  { touched, asked }: { touched: readonly Uint8Array[]; asked: readonly Uint8Array[] },
): Promise<void> => {
  const all = [...new Map([...touched, ...asked].map((address) => [toHex(address), address])).values()]
  const askedHex = new Set(asked.map(toHex))
  const touchedHex = new Set(touched.map(toHex))
  for (const batch of batchesOf(all, contractsPerStatement)) {
    const rows = await provenContracts(transaction, chain, batch)
    const gone = rows.filter(({ has_event, address }) => has_event === 0 && touchedHex.has(toHex(address)))
    const left = rows.filter((row) => !gone.includes(row))
    const changed = left.flatMap((row): ContractRow[] => {
      const after = contractAfter(row, askedHex.has(toHex(row.address)))
      return after ? [after] : []
    })
    await forgetContracts(store, transaction, chain, gone)
    await forgetWords(
      store,
      transaction,
      chain,
      left.filter(({ address }) => askedHex.has(toHex(address))),
    )
    await store.upsertMany(transaction, 'evm_contracts', { key: ['chain', 'address'], rows: changed })
    await rateAgain(transaction, chain, left, askedHex)
  }
}

/** A flag that the database answers, 0 or 1. */
type ProvenContract = ContractRow & {
  has_event: number
  has_batch: number
  proven_kind: ContractKind | null
}

/** Contracts with the highest kind that is not above their own and that an event of theirs proves. */
const provenContracts = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  addresses: readonly Uint8Array[],
): Promise<ProvenContract[]> => {
  const exists = (table: (typeof transferTables)[number], condition: RawBuilder<unknown> = sql`1 = 1`) => sql`exists (
    select 1 from ${sql.table(table)} as e where e.chain = ${chain} and e.token_address = c.address and ${condition})`
  const isNft = exists('evm_nft_transfers')
  const isCoin = sql`(${exists('evm_erc20_transfers')} or ${exists('evm_erc20_approvals')})`
  const { rows } = await sql<ProvenContract>`
    select c.chain, c.address, c.kind, c.name, c.symbol, c.decimals, c.ask_at, c.failures, c.note, c.read_at,
      case when ${isNft} or ${isCoin} then 1 else 0 end as has_event,
      case when c.note is not null and ${exists('evm_nft_transfers', sql`e.is_batch = 1`)} then 1 else 0 end as has_batch,
      case
        when c.kind = 'ERC1155' and ${exists('evm_nft_transfers', sql`e.standard = 1155`)} then 'ERC1155'
        when c.kind = 'ERC404' and ${isCoin} then 'ERC404'
        when c.kind in ('ERC1155', 'ERC404', 'ERC721') and ${exists('evm_nft_transfers', sql`e.standard = 721`)} then 'ERC721'
        when c.kind is not null and ${isCoin} then 'ERC20'
      end as proven_kind
    from evm_contracts as c
    where c.chain = ${chain} and c.address in (${sql.join(addresses)})
    order by c.address`.execute(transaction)
  return rows
}

/** The contract's new row; undefined if unchanged. */
const contractAfter = (row: ProvenContract, wasAsked: boolean): ContractRow | undefined => {
  const { has_event: _, has_batch, proven_kind, ...stored } = row
  const isProven = stored.kind === proven_kind
  const note = has_batch === 1 ? stored.note : null
  if (isProven && !wasAsked && note === stored.note) return undefined
  const unasked = { name: null, symbol: null, decimals: null, read_at: null }
  return {
    ...stored,
    note,
    ...(wasAsked && unasked),
    ...((wasAsked || !isProven) && { kind: proven_kind, ask_at: 0, failures: 0 }),
  }
}

type Named = Pick<ContractRow, 'address' | 'name' | 'symbol'>

const forgetContracts = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  contracts: readonly Named[],
): Promise<void> => {
  const keys = contracts.map(({ address }) => ({ chain, address }))
  await forgetWords(store, transaction, chain, contracts)
  for (const table of ['evm_ratings', 'evm_abis', 'evm_contracts'] as const)
    await store.deleteMany(transaction, table, keys)
}

const forgetWords = (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  contracts: readonly Named[],
): Promise<void> =>
  store.deleteMany(
    transaction,
    'evm_contract_words',
    contracts.flatMap((contract) => nameWords(contract).map((word) => ({ chain, word, address: contract.address }))),
  )

/** The rating may be based on the reverted branch. */
const rateAgain = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  contracts: readonly Named[],
  asked: ReadonlySet<string>,
): Promise<void> => {
  const unrated = { score: 0, reasons: '[]', rated_at: 0, due_at: 0 }
  for (const [wasAsked, some] of Map.groupBy(contracts, ({ address }) => asked.has(toHex(address))))
    await transaction
      .updateTable('evm_ratings')
      .set(wasAsked ? unrated : { due_at: 0 })
      .where('chain', '=', chain)
      .where(
        'address',
        'in',
        some.map(({ address }) => address),
      )
      .execute()
}
