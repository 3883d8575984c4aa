import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { EvmBlock } from '#lib/evm/chain/block.ts'

/*
 * Databases of each schema version that ever landed, written by that version's own code from one and the same chain. Made by
 * make-databases.ts; never changed by hand.
 */

type OldVersion = { commit: string; change: string }

/** Commits at which the schema, or what the writer stores, changed. */
export const oldVersions: readonly OldVersion[] = [
  { commit: 'fc435db', change: 'blocks, before chains knew where following began' },
  { commit: 'caae7f7', change: 'blocks' },
  { commit: 'ea7f025', change: 'tables of tokens, which nothing wrote' },
  { commit: '5d4189f', change: 'decoded tokens, with narrower indexes' },
  { commit: 'ca80198', change: 'indexes that answer filters and counts' },
  { commit: '52ad636', change: 'words of documents and contracts, bounded internal calls' },
  { commit: '4dd8196', change: 'outcomes of block checks' },
  { commit: '3b00e56', change: 'what wallets sent each day' },
]

export const chainId = 1

const fileAt = (name: string): URL => new URL(`databases/${name}`, import.meta.url)
export const chainFile = fileAt('chain.json.br')
export const databaseFile = (commit: string, dialect: 'sqlite' | 'postgres'): URL =>
  fileAt(dialect === 'sqlite' ? `${commit}.db.br` : `${commit}.sql.br`)

export const readCompressed = (file: URL): Buffer => brotliDecompressSync(readFileSync(file))

/** The chain that each of the databases holds. Amounts are decimal text with an `n`. */
export const readChain = (): EvmBlock[] => parseChain(readCompressed(chainFile).toString())

const parseChain = (text: string): EvmBlock[] =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  )

export const chainText = (blocks: readonly EvmBlock[]): string =>
  JSON.stringify(blocks, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
