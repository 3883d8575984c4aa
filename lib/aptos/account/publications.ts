import * as z from 'zod'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { isoOfMicroseconds } from '#lib/aptos/api/format/iso-of-microseconds.ts'
import type { SentNodeTransaction } from '#lib/aptos/chain/rpc/node.ts'
import { BcsError, BcsReader } from '#lib/base/bcs-reader.ts'
import type { AptosPackage, AptosPublication } from './contract.ts'

const bytes = z.string().regex(/^0x([0-9a-fA-F]{2})*$/)

const registry = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      upgrade_policy: z.object({ policy: z.number() }).catch({ policy: -1 }),
      upgrade_number: z.string().regex(/^\d+$/).nullable().catch(null),
      source_digest: z.string().catch(''),
      modules: z.array(z.object({ name: z.string(), source: bytes.catch('0x') })).catch([]),
      deps: z.array(z.object({ account: z.string(), package_name: z.string() })).catch([]),
    }),
  ),
})

export const packageRegistryType = '0x1::code::PackageRegistry'

/** A published package; `sources` are gzip in hex by module, empty where the publisher left them out. */
export type PublishedPackage = AptosPackage & { sources: ReadonlyMap<string, string> }

/** Of 0x1::code. */
const policies = ['arbitrary', 'compatible', 'immutable'] as const

/** Reads `0x1::code::PackageRegistry`; empty for an account without it. */
export const readPackages = (data: unknown): PublishedPackage[] => {
  const read = registry.safeParse(data)
  if (!read.success) return []
  return read.data.packages.map(({ name, upgrade_policy, upgrade_number, source_digest, modules, deps }) => ({
    name,
    upgrade_policy: policies[upgrade_policy.policy] ?? 'unknown',
    upgrade_number,
    source_digest,
    dependencies: deps.flatMap(({ account, package_name }) => {
      const address = aptosAddress(account)
      return address === undefined ? [] : [{ account: address, package_name }]
    }),
    modules: modules.map((module) => module.name),
    sources: new Map(modules.map((module) => [module.name, module.source])),
  }))
}

const nameBytesMax = 256
/** The code's address is the sender, or an object whose address only the write set has. */
const ofSender = '0x1::code::publish_package_txn'
const ofObjects = ['0x1::object_code_deployment::publish', '0x1::object_code_deployment::upgrade']

const withMetadata = z.looseObject({ arguments: z.tuple([z.string()], z.unknown()) })
const withChanges = z.looseObject({ changes: z.array(z.unknown()) })
const registryWrite = z.object({
  type: z.literal('write_resource'),
  address: z.string(),
  data: z.object({ type: z.literal(packageRegistryType), data: z.unknown() }),
})

/** Packages that these transactions published or upgraded at their sender's address or as objects, newest first. */
export const publicationsOf = (sent: readonly SentNodeTransaction[]): AptosPublication[] =>
  sent
    .filter(({ success, payload: { function: called } }) => success && called !== undefined && isPublication(called))
    .map((transaction) => {
      const { version, timestamp, sender, payload } = transaction
      const name = packageName(withMetadata.safeParse(payload).data?.arguments[0] ?? '')
      const written = writtenPackages(transaction)
      return {
        package_name: name,
        code_address: payload.function === ofSender ? (aptosAddress(sender ?? '') ?? null) : (written?.address ?? null),
        upgrade_number: written?.packages.find((one) => one.name === name)?.upgrade_number ?? null,
        transaction_version: version,
        transaction_timestamp: timestamp === null ? null : isoOfMicroseconds(timestamp),
      }
    })
    .reverse()

/** The functions that publish a package in one transaction. */
export const publishing: readonly string[] = [ofSender, ...ofObjects]

const isPublication = (called: string): boolean => publishing.includes(called)

/** The registry after the transaction: the chain counts upgrades there, and ignores the number in the metadata that was sent. */
const writtenPackages = (
  transaction: SentNodeTransaction,
): { address: string | null; packages: PublishedPackage[] } | undefined => {
  const { changes = [] } = withChanges.safeParse(transaction).data ?? {}
  const write = changes.flatMap((change) => registryWrite.safeParse(change).data ?? [])[0]
  return write && { address: aptosAddress(write.address) ?? null, packages: readPackages(write.data.data) }
}

/** The name is the first field of the metadata. Null for metadata without one, or that cannot be read. */
const packageName = (metadata: string): string | null => {
  try {
    const bytes = Buffer.from(metadata.slice(2, 2 + 2 * (nameBytesMax + 2)), 'hex')
    return new BcsReader(bytes).text() || null
  } catch (error) {
    if (error instanceof BcsError) return null
    throw error
  }
}
