import type { Transaction } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import { nameWords } from '#lib/base/name-words.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractRow } from '#lib/evm/chain/tables/token-tables.ts'

/** Stores the words of contracts. Words of former names stay: the search checks whether matches are still valid. */
export const addContractWords = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  contracts: readonly (Pick<ContractRow, 'name' | 'symbol'> & { address: string })[],
): Promise<void> => {
  const rows = contracts
    .flatMap((contract) => nameWords(contract).map((word) => ({ chain, word, address: toBytes(contract.address) })))
    .sort((a, b) => Buffer.compare(a.word, b.word) || Buffer.compare(a.address, b.address))
  if (rows.length === 0) return
  await transaction
    .insertInto('evm_contract_words')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
