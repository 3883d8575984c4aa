import type { Kysely } from 'kysely'
import type { EvmBlock, Hex } from '#lib/evm/chain/block.ts'
import { toBytes, toHex } from '#lib/evm/chain/decode/bytes.ts'
import { decodableLogs } from '#lib/evm/chain/decode/decodable-logs.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'
import type { StoredNftTransfer } from './nft-transfer-page.ts'

/** The NFT transfers of a block that only the node has, newest first, in the format of stored ones. */
export const reportedNftTransfers = async (
  db: Kysely<EvmTables>,
  chain: number,
  block: EvmBlock,
): Promise<StoredNftTransfer[]> => {
  const logs = decodableLogs([block])
  const kinds = await kindsOf(db, chain, ambiguousContracts(logs))
  const { nftTransfers } = decodeTokens(chain, logs, (address) => kinds.get(address))
  const inBlock = { block_hash: toBytes(block.hash), block_timestamp: block.timestamp }
  return nftTransfers.map((row) => ({ ...row, ...inBlock })).toReversed()
}

const kindsOf = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Hex[],
): Promise<Map<Hex, ContractKind | null>> => {
  if (!addresses.length) return new Map()
  const rows = await db
    .selectFrom('evm_contracts')
    .select(['address', 'kind'])
    .where('chain', '=', chain)
    .where('address', 'in', addresses.map(toBytes))
    .execute()
  return new Map(rows.map(({ address, kind }) => [toHex(address), kind]))
}
