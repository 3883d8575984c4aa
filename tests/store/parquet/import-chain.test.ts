import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { readSetting } from '#lib/store/own-tables/settings.ts'
import { CopyFault } from '#lib/store/parquet/chain-copy.ts'
import { fileOf, type Manifest } from '#lib/store/parquet/manifest.ts'
import { refuseUnfinishedImports } from '#lib/store/parquet/store-source.ts'
import type { Store } from '#lib/store/store.ts'
import { dumpTables, evmStores } from '#tests/evm/query/evm-stores.ts'
import { evm, exportTo, importFrom, newFolders } from './exported-chains.ts'

const newFolder = newFolders()
const createStore = evmStores('sqlite')
const isEthereum = (chain: string): boolean => chain === 'eth'
let source: Store<EvmTables>
let original: string

beforeAll(async () => {
  source = await createStore()
  await evm.fill(source)
  original = newFolder()
  await exportTo(original, source, await evm.chain)
}, 60_000)

const copied = (): string => {
  const folder = newFolder()
  cpSync(original, folder, { recursive: true })
  return folder
}

const edit = (folder: string, change: (manifest: Manifest) => unknown): void => {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  change(manifest)
  writeFileSync(path, JSON.stringify(manifest))
}

/** Writes a file as if it had been exported so. */
const exchange = (folder: string, table: string, bytes: Uint8Array): void => {
  writeFileSync(fileOf(folder, table), bytes)
  edit(folder, ({ tables }) =>
    Object.assign(tables.find(({ name }) => name === table) ?? {}, {
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }),
  )
}

const fileBytes = (table: string): Buffer => readFileSync(fileOf(original, table))

const damages: Record<string, [damage: (folder: string) => void, message: RegExp]> = {
  'without a manifest': [(folder) => rmSync(join(folder, 'manifest.json')), /has no manifest.json/],
  'with a manifest that is no JSON': [(folder) => writeFileSync(join(folder, 'manifest.json'), '{'), /not a manifest/],
  'of a later format': [
    (folder) => edit(folder, (it) => Object.assign(it, { format: 2 })),
    /not a manifest .* at format/,
  ],
  'whose table is a path': [
    (folder) => edit(folder, ({ tables }) => Object.assign(tables[0] ?? {}, { name: '../secret' })),
    /not a manifest .* at tables\.0\.name/,
  ],
  'of another chain': [
    (folder) => edit(folder, ({ chain }) => Object.assign(chain, { name: 'polygon', id: 137 })),
    /is an export of polygon \(id 137\), not of eth \(id 1\)/,
  ],
  'of another version of the tables': [
    (folder) => edit(folder, ({ migrations }) => migrations.push('003-third')),
    /exported by version 1\.2\.3, whose tables differ/,
  ],
  'without a table': [(folder) => edit(folder, ({ tables }) => tables.pop()), /whose tables differ/],
  'with a job of another chain': [
    (folder) => edit(folder, ({ jobs }) => Object.assign(jobs[0] ?? {}, { kind: 'evm-history-137' })),
    /has a job that is not of eth/,
  ],
  'without a file': [(folder) => rmSync(fileOf(folder, 'evm_blocks')), /evm_blocks\.parquet is missing/],
  'with a file that is cut': [
    (folder) => truncateSync(fileOf(folder, 'evm_blocks'), 100),
    /evm_blocks\.parquet is damaged/,
  ],
  'with a file of other bytes': [
    (folder) => writeFileSync(fileOf(folder, 'evm_blocks'), fileBytes('evm_blocks').fill(7, 40, 41)),
    /evm_blocks\.parquet is damaged/,
  ],
}

describe('an export is refused, before anything is changed,', () => {
  test.each(Object.entries(damages))('%s', async (_, [damage, message]) => {
    const [target, chain, folder] = [await createStore(), await evm.chain, copied()]
    damage(folder)
    const importing = importFrom(folder, target, chain, { replaces: true })
    await expect(importing).rejects.toThrow(message)
    await expect(importing).rejects.toBeInstanceOf(CopyFault)
    await refuseUnfinishedImports(target, isEthereum)
  })
})

describe('a file that is not what its hash says', () => {
  const exchanges: Record<string, [bytes: () => Uint8Array, message: RegExp]> = {
    'that is not Parquet': [() => Buffer.from('no Parquet at all'), /cannot be read as Parquet/],
    'that is empty': [() => new Uint8Array(), /cannot be read as Parquet/],
    'whose footer is gone': [() => fileBytes('evm_blocks').subarray(0, 2_000), /cannot be read as Parquet/],
    'whose pages are overwritten': [() => fileBytes('evm_blocks').fill(255, 8, 400), /cannot be read as Parquet/],
    'of another table': [() => fileBytes('evm_logs'), /has other columns than the table evm_blocks/],
  }
  test.each(Object.entries(exchanges))('%s is refused, and the database is not used', async (_, [bytes, message]) => {
    const [target, chain, folder] = [await createStore(), await evm.chain, copied()]
    exchange(folder, 'evm_blocks', bytes())
    const importing = importFrom(folder, target, chain)
    await expect(importing).rejects.toThrow(message)
    await expect(importing).rejects.toBeInstanceOf(CopyFault)
    await expect(refuseUnfinishedImports(target, isEthereum)).rejects.toThrow(/npm run import-chain -- eth <folder>/)
    await importFrom(original, target, chain)
    await refuseUnfinishedImports(target, isEthereum)
    expect(await dumpTables(target)).toEqual(await dumpTables(source))
  })
})

test('rows in the database are replaced only when it is told to', async () => {
  const [target, chain] = [await createStore(), await evm.chain]
  await importFrom(original, target, chain)
  await target.db.updateTable('evm_chains').set({ checked_at: 5 }).execute()
  await expect(importFrom(original, target, chain)).rejects.toThrow(/already has rows of eth/)
  await importFrom(original, target, chain, { replaces: true })
  expect(await dumpTables(target)).toEqual(await dumpTables(source))
})

test('settings that are not of the chain are left out', async () => {
  const [target, chain, folder] = [await createStore(), await evm.chain, copied()]
  edit(folder, ({ settings }) => Object.assign(settings, { 'instance secret': 'known' }))
  await importFrom(folder, target, chain)
  expect(await readSetting(target, 'instance secret')).toBeUndefined()
})

test('rows that the digest does not describe are refused', async () => {
  const [target, chain, folder] = [await createStore(), await evm.chain, copied()]
  edit(folder, ({ tables }) => Object.assign(tables[0] ?? {}, { digest: '0'.repeat(64) }))
  await expect(importFrom(folder, target, chain)).rejects.toThrow(/differs from its digest in manifest.json/)
  await expect(refuseUnfinishedImports(target, isEthereum)).rejects.toThrow(/import of eth is not finished/)
})
