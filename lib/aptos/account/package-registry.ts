import * as z from 'zod'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import type { AptosPackage } from './contract.ts'

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
