import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { nodeLookUp } from '#lib/aptos/chain/ingest/index-network.ts'
import { createVersionReader } from '#lib/aptos/chain/ingest/page-decoder.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { createAptosRangeIndex } from '#lib/aptos/chain/write/aptos-index.ts'
import { aptosChainToCopy } from '#lib/aptos/family/apis.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmChainToCopy } from '#lib/evm/family/chain-to-copy.ts'
import { createJobs } from '#lib/store/jobs.ts'
import type { CopiedChain } from '#lib/store/parquet/chain-copy.ts'
import { exportChain } from '#lib/store/parquet/export-chain.ts'
import { type ImportOptions, importChain } from '#lib/store/parquet/import-chain.ts'
import { readManifest } from '#lib/store/parquet/manifest.ts'
import type { Store } from '#lib/store/store.ts'
import { followThroughReorg } from '#tests/store/work-of-chains.ts'

const version = { version: '1.2.3', migrations: ['001-first', '002-second'] }

const noSetting = async (): Promise<undefined> => undefined

const found = async (chain: Promise<Omit<CopiedChain, 'tables'> | undefined>, tables: string): Promise<CopiedChain> => {
  const facts = await chain
  if (facts === undefined) throw new Error('the chain is not known')
  return { ...facts, tables: [tables] }
}

const address = (byte: number): Uint8Array => new Uint8Array(20).fill(byte)

/** Values that a file format, or one of the databases, could change. */
const addOddValues = async (store: Store<EvmTables>): Promise<void> => {
  const names = ['\uFEFFmarked', '', ' \t\n\\N"\u2028', '🚢 \u{10FFFF}', 'null', '0'.repeat(70_000), null]
  const kept = { chain: 1, kind: 'ERC20' as const, symbol: null, decimals: 18, ask_at: null, failures: 0, note: null }
  for (const [at, name] of names.entries())
    await store.db
      .insertInto('evm_contracts')
      .values({ ...kept, name, address: address(at) })
      .execute()
  await store.db
    .insertInto('evm_contracts')
    .values({ ...kept, name: 'No address', address: new Uint8Array() })
    .execute()
  const history = {
    chain: 1,
    started_at: null,
    synced_at: null,
    first_block: null,
    target_block: null,
    error: null,
    check_state: 'pending' as const,
    decoder_version: 2,
  }
  await store.db
    .insertInto('evm_histories')
    .values([
      {
        ...history,
        address: address(1),
        requested_at: 2 ** 53 - 1,
        row_count: 0,
        rows_per_second: 0.1,
        blocks_per_second: 3,
      },
      {
        ...history,
        address: address(2),
        requested_at: -5,
        row_count: 7,
        rows_per_second: null,
        blocks_per_second: 1e-9,
      },
    ])
    .execute()
}

export const evm = {
  chain: found(evmChainToCopy('eth', noSetting), 'evm_'),
  fill: async (store: Store<EvmTables>): Promise<void> => {
    await followThroughReorg(store)
    await addOddValues(store)
    await createJobs(store).enqueue({ kind: 'evm-history-1', key: '0x01' })
  },
}

export const aptos = {
  chain: found(aptosChainToCopy('aptos', noSetting), 'aptos_'),
  /** Versions of the demo ledger. */
  fill: async (store: Store<AptosTables>): Promise<void> => {
    const node = createAptosNode({ baseUrls: ['http://demo.invalid/v1'], fetch: demoAptosFetch })
    const options = { contents: ['digital_assets', 'fungible_assets'] } as const
    const reader = createVersionReader(node, { chainId: 1, ...options })
    const index = createAptosRangeIndex(store, 1, { lookUp: nodeLookUp(node), ...options })
    for (let from = 0; from < 300; from += 100)
      await index.appendRange(await reader.blocks(from, from + 99), { latest: 299, finalized: 299 })
  },
}

/** Names of new folders, deleted after the tests of a file. */
export const newFolders = (): (() => string) => {
  const parent = mkdtempSync(join(tmpdir(), 'spyglass-export-'))
  afterAll(() => rmSync(parent, { recursive: true, force: true }))
  let count = 0
  return () => join(parent, String(++count))
}

export const exportTo = async <Tables>(folder: string, store: Store<Tables>, chain: CopiedChain) =>
  await exportChain(store.withTables<unknown>(), folder, chain, { version })

export const importFrom = async <Tables>(
  folder: string,
  store: Store<Tables>,
  chain: CopiedChain,
  options?: ImportOptions,
) =>
  await importChain(
    { folder, manifest: await readManifest(folder) },
    store.withTables<unknown>(),
    chain,
    version,
    options,
  )
