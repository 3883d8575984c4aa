import { type Kysely, sql } from 'kysely'
import { type Hex, isHex } from '#lib/evm/chain/block.ts'
import { toBytes, toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'

/** A token that an address may hold. */
export type Candidate = {
  address: Hex
  /** The block of the address's newest indexed transfer of it; null without one. */
  newestBlock: number | null
}

export type TransferredTokens = {
  /** Those moved most recently first. */
  tokens: readonly Candidate[]
  /** False if there may be more: the transfers read, or the tokens returned, are bounded. */
  isWhole: boolean
}

/** Transfers read on each side of an address: some ten milliseconds. */
const transfersMax = 5_000
const transferredTokensMax = 500

/** The tokens of an address's newest indexed transfers up to a block. */
export const transferredTokens = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: string,
  block: number,
): Promise<TransferredTokens> => {
  const read = async (side: 'from_address' | 'to_address') => {
    const { rows } = await sql<{ token: Uint8Array; transfers: number; newest: number }>`
      select token_address as token, count(*) as transfers, max(block_number) as newest from (
        select token_address, block_number from evm_erc20_transfers
          where chain = ${chain} and ${sql.ref(side)} = ${toBytes(address)} and block_number <= ${block}
          order by block_number desc, log_index desc limit ${transfersMax}) as newest_transfers
      group by token_address`.execute(db)
    return rows
  }
  const sides = await Promise.all([read('from_address'), read('to_address')])
  const newestOf = new Map<Hex, number>()
  for (const { token, newest } of sides.flat()) {
    const key = toHex(token)
    newestOf.set(key, Math.max(newestOf.get(key) ?? 0, Number(newest)))
  }
  const tokens = [...newestOf]
    .map(([token, newestBlock]) => ({ address: token, newestBlock }))
    .sort((a, b) => b.newestBlock - a.newestBlock || (a.address < b.address ? -1 : 1))
  const isCut = sides.some((rows) => rows.reduce((sum, { transfers }) => sum + Number(transfers), 0) >= transfersMax)
  return { tokens: tokens.slice(0, transferredTokensMax), isWhole: !isCut && tokens.length <= transferredTokensMax }
}

/** Those of `contracts` that are known to have ERC20 balances: `balanceOf` of an ERC721 contract counts tokens. */
export const knownErc20 = async (
  db: Kysely<EvmTables>,
  chain: number,
  contracts: readonly string[],
): Promise<Hex[]> => {
  if (contracts.length === 0) return []
  const rows = await db
    .selectFrom('evm_contracts')
    .select('address')
    .where('chain', '=', chain)
    .where('address', 'in', contracts.filter(isHex).map(toBytes))
    .where('kind', 'in', ['ERC20', 'ERC404'])
    .execute()
  return rows.map(({ address }) => toHex(address))
}
