import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import { decodableLogs } from '#lib/evm/decode/decodable-logs.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/decode/decode-tokens.ts'
import type { EvmBlock, Hex } from '#lib/evm/node/block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { ContractKind } from '#lib/evm/token-tables.ts'
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
