import type { Kysely } from 'kysely'
import { skeletonOf } from '#lib/base/skeleton.ts'
import { toBytes, toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { KnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { wellKnownTokens } from '#lib/evm/labels/well-known.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { ContractEvidence } from './evidence.ts'

/** The token that a contract imitates, if any. */
export type FindLookAlike = (
  contract: Pick<ContractEvidence, 'address' | 'name' | 'symbol'>,
) => ContractEvidence['lookAlike']

type Trusted = { address: string; name: string | null; symbol: string | null }

const ethereum = 1
const perStatement = 500
/** Shorter ones coincide by chance. */
const nameLengthMin = 4
const symbolLengthMin = 3

/** Compares with verified tokens of the operator on the chain, and on Ethereum with well-known ones. */
export const readTrustedTokens = async (
  db: Kysely<EvmTables>,
  chain: number,
  known: KnownAddresses,
): Promise<FindLookAlike> => {
  const verified = known.verifiedOn(chain)
  const rows: Pick<ContractRow, 'address' | 'name' | 'symbol'>[] = []
  for (const batch of batchesOf(verified, perStatement))
    rows.push(
      ...(await db
        .selectFrom('evm_contracts')
        .select(['address', 'name', 'symbol'])
        .where('chain', '=', chain)
        .where('address', 'in', batch.map(toBytes))
        .execute()),
    )
  const trusted: Trusted[] = [
    ...rows.map((row) => ({ ...row, address: toHex(row.address) })),
    ...(chain === ethereum ? wellKnownTokens : []),
  ]
  const addresses = new Set(trusted.map(({ address }) => address))
  const byName = bySkeleton(trusted, ({ name }) => name, nameLengthMin)
  const bySymbol = bySkeleton(trusted, ({ symbol }) => symbol, symbolLengthMin)
  return ({ address, name, symbol }) => {
    if (addresses.has(address)) return null
    const named = name === null ? undefined : byName.get(skeletonOf(name))
    if (named) return { title: titleOf(named), by: 'name' }
    const signed = symbol === null ? undefined : bySymbol.get(skeletonOf(symbol))
    return signed ? { title: titleOf(signed), by: 'symbol' } : null
  }
}

const bySkeleton = (
  trusted: readonly Trusted[],
  textOf: (token: Trusted) => string | null,
  lengthMin: number,
): ReadonlyMap<string, Trusted> =>
  new Map(
    trusted.flatMap((token): [string, Trusted][] => {
      const skeleton = skeletonOf(textOf(token) ?? '')
      return skeleton.length >= lengthMin ? [[skeleton, token]] : []
    }),
  )

const titleOf = ({ address, name, symbol }: Trusted): string => name ?? symbol ?? address
