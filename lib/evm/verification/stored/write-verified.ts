import type { Transaction } from 'kysely'
import { keccak256 } from '#lib/base/keccak.ts'
import { toBytes } from '#lib/evm/chain/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { VerifiedContractRow } from '#lib/evm/chain/tables/verified-tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'
import { matchOf, type Sources, type VerifiedContract } from './verified-contract.ts'

const rowsPerStatement = 20

/**
 * Stores a verified contract, unless one that matches as well is stored for the same code: sources that match in part cannot
 * replace others. Returns whether it was stored.
 */
export const writeVerified = ({ db }: Store<EvmTables>, chain: number, contract: VerifiedContract, sources: Sources) =>
  db.transaction().execute(async (transaction) => {
    const row = rowOf(chain, contract)
    const known = await transaction
      .selectFrom('evm_verified_contracts')
      .select(['code_hash', 'runtime_match', 'creation_match'])
      .where('chain', '=', chain)
      .where('address', '=', row.address)
      .executeTakeFirst()
    const isSameCode = known !== undefined && Buffer.compare(known.code_hash, row.code_hash) === 0
    const isBetter = known?.runtime_match !== 'exact_match' && known?.creation_match !== 'exact_match'
    if (isSameCode && !(isBetter && matchOf(contract.match) === 'exact_match')) return false
    await deleteVerified(transaction, chain, row.address)
    await transaction.insertInto('evm_verified_contracts').values(row).execute()
    await insertSources(transaction, row, sources)
    return true
  })

const deleteVerified = async (transaction: Transaction<EvmTables>, chain: number, address: Uint8Array) => {
  for (const table of ['evm_verified_contracts', 'evm_verified_sources'] as const)
    await transaction.deleteFrom(table).where('chain', '=', chain).where('address', '=', address).execute()
}

const insertSources = async (
  transaction: Transaction<EvmTables>,
  { chain, address }: VerifiedContractRow,
  sources: Sources,
): Promise<void> => {
  const rows = Object.entries(sources).map(([path, text]) => ({
    path,
    text,
    source_hash: keccak256(Buffer.from(text)),
  }))
  const texts = new Map(rows.map((row) => [Buffer.from(row.source_hash).toString('hex'), row]))
  for (const batch of batchesOf([...texts.values()], rowsPerStatement))
    await transaction
      .insertInto('evm_source_texts')
      .values(batch.map(({ source_hash, text }) => ({ chain, source_hash, text })))
      .onConflict((conflict) => conflict.columns(['chain', 'source_hash']).doNothing())
      .execute()
  for (const batch of batchesOf(rows, rowsPerStatement))
    await transaction
      .insertInto('evm_verified_sources')
      .values(batch.map(({ source_hash, path }) => ({ chain, address, path, source_hash })))
      .execute()
}

const rowOf = (chain: number, contract: VerifiedContract): VerifiedContractRow => {
  const { match, creationTransaction } = contract
  return {
    chain,
    verified_at: contract.verifiedAt,
    address: toBytes(contract.address),
    code_hash: toBytes(contract.codeHash),
    creation_transaction: creationTransaction === undefined ? null : toBytes(creationTransaction),
    runtime_match: match.runtime ?? null,
    creation_match: match.creation ?? null,
    name: contract.name,
    file: contract.file,
    language: contract.language,
    compiler_version: contract.compilerVersion,
    verified_by: contract.verifiedBy,
    settings: JSON.stringify(contract.settings),
    abi: JSON.stringify(contract.abi),
    storage_layout: contract.storageLayout === undefined ? null : JSON.stringify(contract.storageLayout),
    documentation: JSON.stringify(contract.documentation),
    libraries: JSON.stringify(match.libraries),
    immutables: JSON.stringify(match.immutables),
    metadata: contract.metadata,
    creation_code: contract.creationCode,
    constructor_arguments: match.constructorArguments ?? null,
  }
}
