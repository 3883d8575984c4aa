import type { Insertable } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { skeletonOf } from '#lib/base/skeleton.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NameWarning } from '#lib/evm/query/name-port.ts'
import type { Store } from '#lib/store/store.ts'

/** Labels of `.eth` names that are worth imitating: people and products that many users know. */
const wellKnownNames: readonly string[] = [
  ...['aave', 'arbitrum', 'argent', 'avsa', 'balancer', 'base', 'beeple', 'binance', 'blur', 'brantly'],
  ...['chainlink', 'coinbase', 'compound', 'consensys', 'cowswap', 'curve', 'dydx', 'eigenlayer', 'ens', 'ethereum'],
  ...[
    'etherscan',
    'farcaster',
    'foundation',
    'gitcoin',
    'gnosis',
    'griff',
    'hayden',
    'infura',
    'jessepollak',
    'kraken',
  ],
  ...['ledger', 'lens', 'lido', 'linea', 'makerdao', 'metamask', 'morpho', 'nick', 'opensea', 'optimism'],
  ...['paradigm', 'pendle', 'phantom', 'polygon', 'pranksy', 'punk6529', 'rainbow', 'rarible', 'rocketpool', 'safe'],
  ...['sassal', 'scroll', 'sushi', 'synthetix', 'tether', 'trezor', 'uniswap', 'usdc', 'vitalik', 'wrapped'],
  ...['yearn', 'zapper', 'zerion', 'zksync', 'zora', '1inch'],
]

const latin = /\p{Script=Latin}/u
const otherScript = /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}/u

/** `vitalik.eth.somebody.eth`: truncated, it reads like another name. */
const endings: ReadonlySet<string> = new Set(['eth', 'com', 'org', 'net', 'xyz', 'io'])

/** Null for most names. `name` is normalised. */
export const nameWarning = (name: string): NameWarning | null => {
  const labels = name.split('.').slice(0, -1)
  if (labels.some((label) => latin.test(label) && otherScript.test(label))) return 'mixed_scripts'
  return labels.some((label) => imitatesKnown(label) || endings.has(label)) ? 'look_alike' : null
}

const imitatesKnown = (label: string): boolean => {
  const known = knownByShape().get(shapeOf(label))
  return known !== undefined && known !== label
}

/** Letters and digits as they look at a glance, also where several letters look like one. */
const shapeOf = (label: string): string =>
  skeletonOf(label)
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/(?:dot)?eth$/, '')

let shapes: ReadonlyMap<string, string> | undefined

const knownByShape = (): ReadonlyMap<string, string> => {
  shapes ??= new Map(wellKnownNames.map((label) => [shapeOf(label), label]))
  return shapes
}

/** The name of an address after a block, or its absence. Times are unix milliseconds, `expiresAt` unix seconds. */
export type StoredName = {
  name: string | null
  expiresAt: number | null
  blockNumber: number
  readAt: number
  dueAt: number
}

export type StoredNames = {
  read(addresses: readonly string[]): Promise<ReadonlyMap<string, StoredName>>
  /** Overwrites older rows, and deletes the oldest beyond `rowsMax`. */
  write(names: ReadonlyMap<string, StoredName>): Promise<void>
}

/** SQLite accepts more parameters, but would prepare a statement for each number of them. */
const readAtOnce = 200
/** Rows are counted after this many writes. */
const writesBetweenCounts = 1_000

/** Names of one chain. */
export const createStoredNames = (store: Store<EvmTables>, chain: number, rowsMax: number): StoredNames => {
  let writes = writesBetweenCounts

  const readSome = (addresses: readonly string[]) =>
    store.db
      .selectFrom('evm_ens_names')
      .select(['address', 'name', 'expires_at', 'block_number', 'read_at', 'due_at'])
      .where('chain', '=', chain)
      .where('address', 'in', addresses.map(toBytes))
      .execute()

  const evict = async (): Promise<void> => {
    const oldest = await store.db
      .selectFrom('evm_ens_names')
      .select('read_at')
      .where('chain', '=', chain)
      .orderBy('read_at', 'desc')
      .offset(rowsMax)
      .limit(1)
      .executeTakeFirst()
    if (!oldest) return
    await store.db
      .deleteFrom('evm_ens_names')
      .where('chain', '=', chain)
      .where('read_at', '<=', oldest.read_at)
      .execute()
  }

  return {
    read: async (addresses) => {
      const found = new Map<string, StoredName>()
      for (let next = 0; next < addresses.length; next += readAtOnce)
        for (const row of await readSome(addresses.slice(next, next + readAtOnce)))
          found.set(toHex(row.address), {
            name: row.name,
            expiresAt: row.expires_at,
            blockNumber: row.block_number,
            readAt: row.read_at,
            dueAt: row.due_at,
          })
      return found
    },
    write: async (names) => {
      if (names.size === 0) return
      const values = [...names].map(
        ([address, { name, expiresAt, blockNumber, readAt, dueAt }]): Insertable<EvmTables['evm_ens_names']> => ({
          chain,
          address: toBytes(address),
          name,
          expires_at: expiresAt,
          block_number: blockNumber,
          read_at: readAt,
          due_at: dueAt,
        }),
      )
      await store.db
        .insertInto('evm_ens_names')
        .values(values)
        .onConflict((conflict) =>
          conflict.columns(['chain', 'address']).doUpdateSet(({ ref }) => ({
            name: ref('excluded.name'),
            expires_at: ref('excluded.expires_at'),
            block_number: ref('excluded.block_number'),
            read_at: ref('excluded.read_at'),
            due_at: ref('excluded.due_at'),
          })),
        )
        .execute()
      writes += values.length
      if (writes < writesBetweenCounts) return
      writes = 0
      await evict()
    },
  }
}
