import type { Kysely } from 'kysely'
import * as z from 'zod'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { VerifiedContractRow } from '#lib/evm/chain/tables/verified-tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Sources, VerifiedContract } from './verified-contract.ts'

const addressesPerStatement = 500

/** The verified contract at an address. */
export const readVerified = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
): Promise<VerifiedContract | undefined> => {
  const row = await db
    .selectFrom('evm_verified_contracts')
    .selectAll()
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .executeTakeFirst()
  return row && contractOf(row)
}

/** Its source files, by path. */
export const readSources = async (db: Kysely<EvmTables>, chain: number, address: Hex): Promise<Sources> => {
  const rows = await db
    .selectFrom('evm_verified_sources as source')
    .innerJoin('evm_source_texts as stored', (join) =>
      join.onRef('stored.chain', '=', 'source.chain').onRef('stored.source_hash', '=', 'source.source_hash'),
    )
    .select(['source.path', 'stored.text'])
    .where('source.chain', '=', chain)
    .where('stored.chain', '=', chain)
    .where('source.address', '=', toBytes(address))
    .orderBy('source.path')
    .execute()
  return Object.fromEntries(rows.map(({ path, text }) => [path, text]))
}

/** ABIs (JSON text) and names of those contracts that are verified here, by address. */
export const readVerifiedAbis = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Hex[],
): Promise<Map<Hex, { abi: string; name: string; codeHash: Hex }>> => {
  const found = new Map<Hex, { abi: string; name: string; codeHash: Hex }>()
  for (const batch of batchesOf(addresses, addressesPerStatement)) {
    const rows = await db
      .selectFrom('evm_verified_contracts')
      .select(['address', 'abi', 'name', 'code_hash'])
      .where('chain', '=', chain)
      .where('address', 'in', batch.map(toBytes))
      .execute()
    for (const { address, abi, name, code_hash } of rows)
      found.set(toHex(address), { abi, name, codeHash: toHex(code_hash) })
  }
  return found
}

const matchKind = z
  .enum(['exact_match', 'match'])
  .nullable()
  .transform((kind) => kind ?? undefined)
const verifiedBy = z.enum(['sourcify', 'etherscan', 'page'])
const values = z.record(z.string(), z.string())
const documentation = z.object({ devdoc: z.unknown().optional(), userdoc: z.unknown().optional() })
const hexText = z.templateLiteral(['0x', z.string()])

const contractOf = (row: VerifiedContractRow): VerifiedContract => ({
  address: toHex(row.address),
  verifiedAt: row.verified_at,
  verifiedBy: verifiedBy.parse(row.verified_by),
  codeHash: toHex(row.code_hash),
  creationTransaction: row.creation_transaction ? toHex(row.creation_transaction) : undefined,
  match: {
    runtime: matchKind.parse(row.runtime_match),
    creation: matchKind.parse(row.creation_match),
    libraries: values.parse(JSON.parse(row.libraries)),
    immutables: values.parse(JSON.parse(row.immutables)),
    constructorArguments: row.constructor_arguments === null ? undefined : hexText.parse(row.constructor_arguments),
  },
  name: row.name,
  file: row.file,
  language: row.language,
  compilerVersion: row.compiler_version,
  settings: JSON.parse(row.settings),
  abi: z.array(z.unknown()).parse(JSON.parse(row.abi)),
  storageLayout: row.storage_layout === null ? undefined : JSON.parse(row.storage_layout),
  documentation: documentation.parse(JSON.parse(row.documentation)),
  metadata: row.metadata,
  creationCode: row.creation_code,
})
