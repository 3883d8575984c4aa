import type { Transaction } from 'kysely'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { ContractRow } from '#lib/evm/token-tables.ts'

type Named = Pick<ContractRow, 'name' | 'symbol'>

/** Longer words are cut. */
const wordBytesMax = 48
const wordsMax = 8

/** The bytes of a text as stored and searched. */
export const wordBytes = (text: string): Uint8Array =>
  new TextEncoder().encode(text.normalize('NFKC').toLowerCase().trim()).subarray(0, wordBytesMax)

/** The search terms of a contract: its symbol, and its name from the start of each word. */
export const wordsOf = ({ name, symbol }: Named): Uint8Array[] => {
  const texts = [symbol ?? '']
  for (const { index } of (name ?? '').matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)) texts.push(name?.slice(index) ?? '')
  const words = new Map(texts.slice(0, wordsMax).map((text) => [toHex(wordBytes(text)), wordBytes(text)]))
  return [...words.values()].filter((word) => word.length > 0)
}

/** Stores the words of contracts. Words of former names stay: the search checks whether matches are still valid. */
export const addContractWords = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  contracts: readonly (Named & { address: string })[],
): Promise<void> => {
  const rows = contracts
    .flatMap((contract) => wordsOf(contract).map((word) => ({ chain, word, address: toBytes(contract.address) })))
    .sort((a, b) => Buffer.compare(a.word, b.word) || Buffer.compare(a.address, b.address))
  if (rows.length === 0) return
  await transaction
    .insertInto('evm_contract_words')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
