import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { askAgainIfStale } from '#lib/evm/token-metadata/ask-again.ts'
import { listedTokens } from '#lib/evm/token-metadata/listed-tokens.ts'
import { batchesOf } from '#lib/store/batches-of.ts'

/** Metadata of a token. Without decimals and a symbol, its amounts cannot be shown. */
export type TokenMetadata = {
  name: string | null
  symbol: string | null
  decimals: number | null
  isListed: boolean
}

const perStatement = 500

/** From the contracts, otherwise from the bundled token list; addresses in lower case. */
export const readTokenMetadata = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, TokenMetadata>> => {
  const listed = listedTokens(chain)
  const stored = new Map<string, Pick<TokenMetadata, 'name' | 'symbol' | 'decimals'>>()
  for (const batch of batchesOf(addresses, perStatement)) {
    const rows = await db
      .selectFrom('evm_contracts')
      .select(['address', 'name', 'symbol', 'decimals', 'ask_at', 'read_at'])
      .where('chain', '=', chain)
      .where('address', 'in', batch.map(toBytes))
      .execute()
    askAgainIfStale(db, chain, rows)
    for (const { address, name, symbol, decimals } of rows) stored.set(toHex(address), { name, symbol, decimals })
  }
  return new Map(
    addresses.map((address) => {
      const known = stored.get(address)
      const entry = listed.get(address)
      return [
        address,
        {
          // A contract without `name()` is stored under the start of its address.
          name: known?.symbol || !entry ? (known?.name ?? null) : entry.name,
          symbol: known?.symbol ?? entry?.symbol ?? null,
          decimals: known?.decimals ?? entry?.decimals ?? null,
          isListed: entry !== undefined,
        },
      ]
    }),
  )
}
