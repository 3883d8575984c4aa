import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Requester } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ServedChain, ServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { VerifiedContractRow } from '#lib/evm/chain/tables/verified-tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'
import { inputBytesMax, type StandardJson } from './standard-json.ts'
import { createVerifications, type Queued, type QueuedRequest, type Verification } from './verifications.ts'
import { isCodeOf, type Sources, type VerifiedContract } from './verify-contract.ts'

const addressesPerStatement = 500

/** The verified contract at an address. */
export const readVerified = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
): Promise<VerifiedContract | undefined> => {
  const row = await db
    .selectFrom('evm_verified_contracts')
    .selectAll()
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .executeTakeFirst()
  return row && contractOf(row)
}

/** Its source files, by path. */
export const readSources = async (db: Kysely<EvmTables>, chain: number, address: Hex): Promise<Sources> => {
  const rows = await db
    .selectFrom('evm_verified_sources as source')
    .innerJoin('evm_source_texts as stored', (join) =>
      join.onRef('stored.chain', '=', 'source.chain').onRef('stored.source_hash', '=', 'source.source_hash'),
    )
    .select(['source.path', 'stored.text'])
    .where('source.chain', '=', chain)
    .where('stored.chain', '=', chain)
    .where('source.address', '=', toBytes(address))
    .orderBy('source.path')
    .execute()
  return Object.fromEntries(rows.map(({ path, text }) => [path, text]))
}

/** ABIs (JSON text) and names of those contracts that are verified here, by address. */
export const readVerifiedAbis = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Hex[],
): Promise<Map<Hex, { abi: string; name: string; codeHash: Hex }>> => {
  const found = new Map<Hex, { abi: string; name: string; codeHash: Hex }>()
  for (const batch of batchesOf(addresses, addressesPerStatement)) {
    const rows = await db
      .selectFrom('evm_verified_contracts')
      .select(['address', 'abi', 'name', 'code_hash'])
      .where('chain', '=', chain)
      .where('address', 'in', batch.map(toBytes))
      .execute()
    for (const { address, abi, name, code_hash } of rows)
      found.set(toHex(address), { abi, name, codeHash: toHex(code_hash) })
  }
  return found
}

const matchKind = z
  .enum(['exact_match', 'match'])
  .nullable()
  .transform((kind) => kind ?? undefined)
const verifiedBy = z.enum(['sourcify', 'etherscan', 'page'])
const values = z.record(z.string(), z.string())
const documentation = z.object({ devdoc: z.unknown().optional(), userdoc: z.unknown().optional() })
const hexText = z.templateLiteral(['0x', z.string()])

const contractOf = (row: VerifiedContractRow): VerifiedContract => ({
  address: toHex(row.address),
  verifiedAt: row.verified_at,
  verifiedBy: verifiedBy.parse(row.verified_by),
  codeHash: toHex(row.code_hash),
  creationTransaction: row.creation_transaction ? toHex(row.creation_transaction) : undefined,
  match: {
    runtime: matchKind.parse(row.runtime_match),
    creation: matchKind.parse(row.creation_match),
    libraries: values.parse(JSON.parse(row.libraries)),
    immutables: values.parse(JSON.parse(row.immutables)),
    constructorArguments: row.constructor_arguments === null ? undefined : hexText.parse(row.constructor_arguments),
  },
  name: row.name,
  file: row.file,
  language: row.language,
  compilerVersion: row.compiler_version,
  settings: JSON.parse(row.settings),
  abi: z.array(z.unknown()).parse(JSON.parse(row.abi)),
  storageLayout: row.storage_layout === null ? undefined : JSON.parse(row.storage_layout),
  documentation: documentation.parse(JSON.parse(row.documentation)),
  metadata: row.metadata,
  creationCode: row.creation_code,
})

/** Returns the deployed code of contracts of a chain, as it is now; those that no node could tell are missing. */
export type ReadCodes = (chain: number, addresses: readonly Hex[]) => Promise<ReadonlyMap<Hex, Hex>>

/** Counts verifications per caller. */
type VerificationQuota = {
  take(requester: Requester): Promise<number | undefined>
  giveBack(requester: Requester): Promise<void>
}

type VerifyDeskOptions = {
  /** The database of a chain, by its id. */
  storeOf: (chain: number) => Store<EvmTables>
  served: ServedChains
  /** Whether a node of the chain can be asked for code. */
  hasNode: (chain: ServedChain) => boolean
  quota: VerificationQuota
  /** A caller as it is stored in the queue, which must not show addresses. */
  cellOf: (caller: string) => string
  readCodes: ReadCodes
  now?: () => number
}

/** Where the APIs hand in sources, and look up what became of them. */
export type VerifyDesk = {
  /** The served chain with an id. @throws chain_not_served */
  chain(id: number): ServedChain
  /** Queues a verification. @throws ServiceError */
  submit(chainId: number, request: QueuedRequest, requester: Requester | undefined): Promise<Queued>
  find(verificationId: string): Promise<Verification | undefined>
  /** The verified contract, while the chain has its code. @throws not_available if no node can be asked. */
  verified(chain: number, address: Hex): Promise<VerifiedContract | undefined>
  sources(chain: number, address: Hex): Promise<Sources>
}

const hourSeconds = 3_600

export const createVerifyDesk = ({
  storeOf,
  served,
  hasNode,
  quota,
  cellOf,
  readCodes,
  now,
}: VerifyDeskOptions): VerifyDesk => {
  const verifications = createVerifications(storeOf, now)
  const chain: VerifyDesk['chain'] = (id) => {
    const found = served.all.find((each) => each.id === id)
    if (found) return found
    const accepted = served.all.map((each) => `${each.id} (${each.name})`).join(', ')
    throw new ServiceError('chain_not_served', `Chain ${id} is not served here. Chains served: ${accepted || 'none'}.`)
  }
  return {
    chain,
    submit: async (chainId, request, requester) => {
      const served = chain(chainId)
      if (!hasNode(served))
        throw new ServiceError('chain_not_served', `No node of ${served.title} is configured: code cannot be compared.`)
      checkSize(request.input)
      if (requester !== undefined && (await quota.take(requester)) === undefined)
        throw new ServiceError('rate_limited', 'Too many verifications in an hour. Please try again later.', {
          retryAfterSeconds: hourSeconds,
        })
      const { id = 'unknown', hasKey = false } = requester ?? {}
      const name = cellOf(`${hasKey ? 'key' : 'visitor'} ${id}`)
      try {
        return await verifications.request(served.id, request, { name, hasKey })
      } catch (error) {
        // What was refused does not count.
        if (requester !== undefined) await quota.giveBack(requester)
        throw error
      }
    },
    find: verifications.find,
    verified: async (chain, address) => {
      const contract = await readVerified(storeOf(chain).db, chain, address)
      if (contract === undefined) return undefined
      const code = (await readCodes(chain, [address])).get(address)
      if (code === undefined)
        throw new ServiceError('not_available', 'The node could not be asked for the code of the contract.')
      return isCodeOf(contract, code) ? contract : undefined
    },
    sources: (chain, address) => readSources(storeOf(chain).db, chain, address),
  }
}

const checkSize = (input: StandardJson): void => {
  if (Buffer.byteLength(JSON.stringify(input)) > inputBytesMax)
    throw badParameter('sources', `must not be larger than ${inputBytesMax / 1024 ** 2} MiB in total`)
}
