import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Store } from '#lib/store/store.ts'
import {
  type ChainSource,
  type ChainTable,
  type CopiedChain,
  type CopyCounts,
  CopyFault,
  copyChain,
  type OnTable,
  readChainTables,
} from './chain-copy.ts'
import { type ExportVersion, readParquet } from './export-chain.ts'
import { fileOf, type Manifest, manifestName } from './manifest.ts'
import { createStoreTarget } from './store-source.ts'

export type ImportOptions = {
  /** Deletes the chain's rows in the database first; without it they are refused. */
  replaces?: boolean
  onTable?: OnTable
}

/** An export, by its folder. */
export type ExportFolder = { folder: string; manifest: Manifest }

/**
 * Fills a database with an exported chain, and compares its rows with the digests of the export.
 * @throws CopyFault if the export is damaged, or of another chain or other tables, or the database has rows of the chain.
 */
export const importChain = async (
  exported: ExportFolder,
  store: Store<unknown>,
  chain: CopiedChain,
  version: ExportVersion,
  { replaces = false, onTable }: ImportOptions = {},
): Promise<CopyCounts> => {
  const tables = await readChainTables(store.db, chain.tables)
  requireSame(exported, chain, version, tables)
  for (const table of exported.manifest.tables) await requireFile(exported.folder, table)
  const target = createStoreTarget(store, chain, replaces)
  return await copyChain(createFolderSource(exported, tables), target, onTable)
}

const createFolderSource = ({ folder, manifest }: ExportFolder, tables: readonly ChainTable[]): ChainSource => {
  const digests = new Map(manifest.tables.map(({ name, rows, digest }) => [name, { count: rows, hash: digest }]))
  const missing = { count: 0, hash: '' }
  return {
    tables,
    rows: (table) => readParquet(fileOf(folder, table.name), table),
    extras: async () => manifest,
    digest: async ({ name }) => digests.get(name) ?? missing,
    ifDifferent: `differs from its digest in ${manifestName}. Export the chain again`,
  }
}

const requireSame = (
  { folder, manifest }: ExportFolder,
  chain: CopiedChain,
  { version, migrations }: ExportVersion,
  tables: readonly ChainTable[],
): void => {
  if (manifest.chain.name !== chain.name || manifest.chain.id !== chain.id)
    throw new CopyFault(
      `${folder} is an export of ${manifest.chain.name} (id ${manifest.chain.id}), not of ${chain.name} (id ${chain.id}).`,
    )
  const names = (list: readonly { name: string }[]): string =>
    list
      .map(({ name }) => name)
      .toSorted()
      .join()
  if (manifest.migrations.join() !== migrations.join() || names(manifest.tables) !== names(tables))
    throw new CopyFault(
      `${folder} was exported by version ${manifest.version}, whose tables differ from those of ${version}. Export it again with this version.`,
    )
  const foreign = manifest.jobs.find(({ kind }) => !chain.jobKinds.includes(kind))
  if (foreign) throw new CopyFault(`${folder} has a job that is not of ${chain.name}: ${JSON.stringify(foreign.kind)}.`)
}

/** Before anything is changed: a file that was damaged or exchanged is found here. */
const requireFile = async (folder: string, { name, bytes, sha256 }: Manifest['tables'][number]): Promise<void> => {
  const path = fileOf(folder, name)
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new CopyFault(`${path} is missing.`)
  })
  const hash = createHash('sha256')
  if (found.size === bytes) await pipeline(createReadStream(path), hash)
  if (found.size !== bytes || hash.digest('hex') !== sha256)
    throw new CopyFault(`${path} is damaged: its size or hash differs from ${manifestName}.`)
}
