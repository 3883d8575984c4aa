import { sql } from 'kysely'
import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Api, Client } from '#lib/api/endpoint.ts'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createExportHandler, createSlots } from '#lib/export/export-handler.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import type { Store } from '#lib/store/store.ts'
import { fillTransfers } from '#tests/bench/support/fill-transfers.ts'
import { wallets } from '#tests/bench/support/transfer-world.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'

const events = 12_000

describe.each(dialects)('an export from %s', (dialect) => {
  const createStore = evmStores(dialect)
  let store: Store<EvmTables>
  let get: (path: string) => Promise<Response>

  beforeAll(async () => {
    store = await createStore()
    await fillTransfers(store, events)
    const client = createGateway(evmApi, [{ name: 'index', service: evmServices(store).evm }])
    const handle = createExportHandler({
      apis: [
        { api: evmApi as Api, client: client as unknown as Client<Api>, scope: 'evm', renderError: renderPlainError },
      ],
      admit: async () => ({ headers: {}, caller: 'reader' }),
      slotOf: () => 'reader',
      takeSlot: createSlots(),
      observe: () => {},
    })
    get = (path) => handle(new Request(`http://spyglass.test/api/export${path}`))
  }, 120_000)

  /** What the tables hold, asked as plainly as can be. */
  const stored = async (table: 'evm_erc20_transfers' | 'evm_nft_transfers', wallet?: Uint8Array) => {
    const ofWallet = wallet ? sql`where t.from_address = ${wallet} or t.to_address = ${wallet}` : sql``
    const batch = table === 'evm_nft_transfers' ? sql`, t.batch_index desc` : sql``
    const { rows } = await sql<Record<string, unknown>>`select t.*, b.timestamp as block_timestamp
      from ${sql.table(table)} t join evm_blocks b on b.chain = t.chain and b.number = t.block_number ${ofWallet}
      order by t.block_number desc, t.log_index desc ${batch}`.execute(store.db)
    return rows.map((row) => ({
      block_number: String(row.block_number),
      block_timestamp: new Date(Number(row.block_timestamp) * 1_000).toISOString(),
      log_index: String(row.log_index),
      transaction_hash: toHex(row.transaction_hash as Uint8Array),
      amount: String(row.value ?? row.amount),
      token_address: toHex(row.token_address as Uint8Array),
      from_address: toHex(row.from_address as Uint8Array),
      to_address: toHex(row.to_address as Uint8Array),
    }))
  }

  test('contains every ERC20 transfer of the index, once and in order', async () => {
    const expected = await stored('evm_erc20_transfers')
    expect(expected.length).toBeGreaterThan(5_000)
    const text = await (await get('/csv/v2/erc20/transfers?chain=eth')).text()
    const { data, errors } = Papa.parse<Record<string, string>>(text.trimEnd(), { header: true })
    expect(errors).toEqual([])
    expect(
      data.map((row) => ({
        block_number: row.block_number,
        block_timestamp: `${row['block_timestamp (UTC)']?.replace(' ', 'T')}.000Z`,
        log_index: row.log_index,
        transaction_hash: row.transaction_hash,
        amount: row.value,
        token_address: row.contract_address,
        from_address: row.from_wallet,
        to_address: row.to_wallet,
      })),
    ).toEqual(expected)
  })

  test('contains every NFT transfer of a wallet, once and in order', async () => {
    const [wallet] = wallets
    if (!wallet) throw new Error('no wallet')
    const expected = await stored('evm_nft_transfers', wallet)
    expect(expected.length).toBeGreaterThan(150)
    const response = await get(`/jsonl/v2/${toHex(wallet)}/nft/transfers?chain=eth`)
    const lines = (await response.text()).trimEnd().split('\n')
    expect(
      lines
        .map((line) => JSON.parse(line))
        .map(({ block_number, block_timestamp, log_index, transaction_hash, amount, token_address, ...sides }) => ({
          ...{ block_number, block_timestamp, log_index: String(log_index), transaction_hash, amount, token_address },
          ...{ from_address: sides.from_address, to_address: sides.to_address },
        })),
    ).toEqual(expected)
  })
})
