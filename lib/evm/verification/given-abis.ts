import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { Requester } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { hashOf } from '#lib/base/keccak.ts'
import { type AbiGiver, type AbiIndex, abiIndex } from '#lib/evm/abi/abi-index.ts'
import type { GivenAbis, GivenAbisPolicy, LocalAbis } from '#lib/evm/abi/sources/contract-abis.ts'
import { readBytecode } from '#lib/evm/bytecode/read-bytecode.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { GivenAbiRow } from '#lib/evm/chain/tables/verified-tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'
import { isCodeOf, matchOf } from './verify-contract.ts'
import { type ReadCodes, readVerified, readVerifiedAbis } from './verify-desk.ts'

/** Characters of ABI text; compiled, they take a few bytes each. */
const charactersMax = 10_000_000
const missesMax = 50_000
/** How soon a new ABI is noticed, and how soon one that replaced another. */
const missMs = 1_000
const foundMs = 60_000

/** An ABI (JSON text), and the hash of the code that it belongs to. */
type StoredAbi = { abi: string; codeHash: Hex }

type Entry = { abi: AbiIndex | undefined; text: string; codeHash: Hex; isCurrent: boolean; readAt: number }

type CurrentAbisOptions = {
  readCodes: ReadCodes
  /** A devnet may start again, with other contracts at the same addresses: their code is compared every second. */
  isDevnet?: (chain: number) => boolean
  now?: () => number
}

/** Compiled ABIs of a table, as long as the contracts have the code that they belong to. */
const createCurrentAbis = (
  readRows: (chain: number, addresses: readonly Hex[]) => Promise<ReadonlyMap<Hex, StoredAbi>>,
  { readCodes, isDevnet = () => false, now = Date.now }: CurrentAbisOptions,
) => {
  const known = new LRUCache<string, Entry>({
    maxSize: charactersMax,
    sizeCalculation: ({ text }) => 1 + text.length,
  })
  const misses = new LRUCache<string, number>({ max: missesMax })

  const isDue = (chain: number, address: Hex): boolean => {
    const key = `${chain}/${address}`
    const entry = known.get(key)
    if (!entry) return now() - (misses.get(key) ?? Number.NEGATIVE_INFINITY) >= missMs
    return now() - entry.readAt >= (entry.isCurrent && !isDevnet(chain) ? foundMs : missMs)
  }

  const learn = async (chain: number, addresses: readonly Hex[]): Promise<void> => {
    const due = [...new Set(addresses)].filter((address) => isDue(chain, address))
    if (due.length === 0) return
    const found = await readRows(chain, due)
    const codes = found.size === 0 ? undefined : await readCodes(chain, [...found.keys()])
    for (const address of due) {
      const key = `${chain}/${address}`
      const row = found.get(address)
      const previous = known.get(key)
      if (!row) {
        misses.set(key, now())
        if (previous) known.set(key, { ...previous, isCurrent: false, readAt: now() })
        continue
      }
      const code = codes?.get(address)
      const isSame = previous?.codeHash === row.codeHash
      // A node that does not answer says nothing new.
      const isCurrent = code === undefined ? isSame && previous.isCurrent : isCodeOf(row, code)
      const abi = previous?.text === row.abi ? previous.abi : abiIndex(JSON.parse(row.abi))
      known.set(key, { abi, text: row.abi, codeHash: row.codeHash, isCurrent, readAt: now() })
    }
  }

  const currentAt = (chain: number, address: Hex): Entry | undefined => {
    const entry = known.get(`${chain}/${address}`)
    return entry?.isCurrent ? entry : undefined
  }

  return {
    /** Reads those of these contracts that are not known yet. */
    learn,
    /** To be called when the row of a contract changed. */
    forget: (chain: number, address: Hex): void => {
      misses.set(`${chain}/${address}`, Number.NEGATIVE_INFINITY)
      const entry = known.get(`${chain}/${address}`)
      if (entry) known.set(`${chain}/${address}`, { ...entry, readAt: Number.NEGATIVE_INFINITY })
    },
    find: (chain: number, address: Hex): AbiIndex | undefined => currentAt(chain, address)?.abi,
    /** The hash of the code that its ABI belongs to. Undefined if it has none, or other code. */
    codeHashOf: async (chain: number, address: Hex): Promise<Hex | undefined> => {
      await learn(chain, [address])
      return currentAt(chain, address)?.codeHash
    },
  }
}

/** ABIs of the contracts that were verified on this server, while their code is what was verified. */
export const createVerifiedAbis = ({ db }: Store<EvmTables>, options: CurrentAbisOptions): LocalAbis => {
  const current = createCurrentAbis((chain, addresses) => readVerifiedAbis(db, chain, addresses), options)
  return {
    learn: current.learn,
    find: current.find,
    read: async (chain, address) => {
      const codeHash = await current.codeHashOf(chain, address)
      const contract = codeHash && (await readVerified(db, chain, address))
      if (!contract || contract.codeHash !== codeHash) return undefined
      return { address, by: 'server', match: matchOf(contract.match), items: contract.abi }
    },
  }
}

type Db = Kysely<EvmTables>

const addressesPerStatement = 500

const readGivenAbi = async (db: Db, chain: number, address: Hex): Promise<GivenAbiRow | undefined> =>
  await db
    .selectFrom('evm_given_abis')
    .selectAll()
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .executeTakeFirst()

/** The given ABIs of these contracts. */
const readGivenAbis = async (db: Db, chain: number, addresses: readonly Hex[]): Promise<Map<Hex, StoredAbi>> => {
  const found = new Map<Hex, StoredAbi>()
  for (const batch of batchesOf(addresses, addressesPerStatement)) {
    const rows = await db
      .selectFrom('evm_given_abis')
      .select(['address', 'abi', 'code_hash'])
      .where('chain', '=', chain)
      .where('address', 'in', batch.map(toBytes))
      .execute()
    for (const { address, abi, code_hash } of rows) found.set(toHex(address), { abi, codeHash: toHex(code_hash) })
  }
  return found
}

/** Stores an ABI, unless `mayReplace` says no to the one that is stored. Returns whether it was stored. */
const writeGivenAbi = ({ db }: Store<EvmTables>, row: GivenAbiRow, mayReplace: (known: GivenAbiRow) => boolean) =>
  db.transaction().execute(async (transaction) => {
    const known = await readGivenAbi(transaction, row.chain, toHex(row.address))
    if (known && !mayReplace(known)) return false
    const { chain: _, address: __, ...changed } = row
    await transaction
      .insertInto('evm_given_abis')
      .values(row)
      .onConflict((conflict) => conflict.columns(['chain', 'address']).doUpdateSet(changed))
      .execute()
    return true
  })

const deleteGivenAbi = async (db: Db, chain: number, address: Hex): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('evm_given_abis')
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * The items of an ABI without functions that the bytecode does not have, and the number of functions. Where the selectors of
 * the bytecode cannot be read, all are kept.
 */
const fittingItems = (items: readonly unknown[], code: Hex): { items: readonly unknown[]; functionCount: number } => {
  const selectors = new Set<string>(readBytecode(toBytes(code)).selectors)
  const fitting = items.filter((item) => {
    const { functions, errors, events, anonymousEvents } = abiIndex([item]) ?? {}
    if (!functions) return false
    const [selector] = functions.keys()
    if (selector !== undefined) return selectors.size === 0 || selectors.has(selector)
    return [errors, events, anonymousEvents].some((index) => index && index.size > 0)
  })
  const functionCount = abiIndex(fitting)?.functions.size ?? 0
  return { items: fitting, functionCount }
}

/** Counts given ABIs per caller. */
type AbiQuota = { take(requester: Requester): Promise<number | undefined> }

const hourSeconds = 3_600
const giver = z.enum(['visitor', 'key', 'operator'])
const storedItems = z.array(z.unknown())

/** ABIs that people gave, while the contracts have the code that they were given for. */
export const createGivenAbis = (
  store: Store<EvmTables>,
  {
    quota,
    policy = 'everyone',
    now = Date.now,
    ...options
  }: CurrentAbisOptions & {
    quota: AbiQuota
    policy?: GivenAbisPolicy
  },
): GivenAbis => {
  const current = createCurrentAbis((chain, addresses) => readGivenAbis(store.db, chain, addresses), {
    ...options,
    now,
  })
  return {
    policy,
    learn: current.learn,
    find: current.find,
    read: async (chain, address) => {
      const codeHash = await current.codeHashOf(chain, address)
      const row = codeHash && (await readGivenAbi(store.db, chain, address))
      if (!row || toHex(row.code_hash) !== codeHash) return undefined
      const given = { by: giver.parse(row.given_by), at: row.given_at, functionCount: row.function_count }
      return { address, by: 'given', match: null, items: storedItems.parse(JSON.parse(row.abi)), given }
    },
    give: async (chain, { address, code, items }, requester) => {
      refuse(policy, requester)
      const fitting = fittingItems(items, code)
      if (fitting.functionCount === 0)
        throw badParameter('abi', 'has no function that the bytecode of the contract has')
      if (requester !== undefined && (await quota.take(requester)) === undefined)
        throw new ServiceError('rate_limited', 'Too many ABIs in an hour. Please try again later.', {
          retryAfterSeconds: hourSeconds,
        })
      const by = giverOf(requester)
      const row: GivenAbiRow = {
        chain,
        given_at: now(),
        function_count: fitting.functionCount,
        address: toBytes(address),
        code_hash: toBytes(hashOf(code.slice(2))),
        given_by: by,
        abi: JSON.stringify(fitting.items),
      }
      const mayReplace = (known: GivenAbiRow): boolean =>
        by === 'operator' ||
        Buffer.compare(known.code_hash, row.code_hash) !== 0 ||
        (known.given_by !== 'operator' && known.function_count < row.function_count)
      if (!(await writeGivenAbi(store, row, mayReplace)))
        throw badParameter('abi', 'names no more functions of the contract than the ABI that was given before')
      current.forget(chain, address)
      return { by, at: row.given_at, functionCount: row.function_count }
    },
    remove: async (chain, address) => {
      const isRemoved = await deleteGivenAbi(store.db, chain, address)
      current.forget(chain, address)
      return isRemoved
    },
  }
}

const refuse = (policy: GivenAbisPolicy, requester: Requester | undefined): void => {
  if (policy === 'off') throw new ServiceError('forbidden', 'This server takes no ABIs for contracts (GIVEN_ABIS=off).')
  if (policy === 'keys' && requester?.hasKey !== true)
    throw new ServiceError('forbidden', 'This server takes ABIs for contracts from API keys only (GIVEN_ABIS=keys).')
}

const giverOf = (requester: Requester | undefined): AbiGiver => {
  if (requester?.isOperator) return 'operator'
  return requester?.hasKey ? 'key' : 'visitor'
}
