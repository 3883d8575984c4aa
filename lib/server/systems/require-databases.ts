import { createRequireDatabase } from '#lib/http/require-database.ts'
import { readSetting } from '#lib/store/own-tables/settings.ts'
import type { Stores } from '#lib/store/stores.ts'

/** The chain at the beginning of a page's path, as far as there is one; the main network of a family has no suffix. */
const chainOf = (url = '/'): string => {
  const [path = '', query] = url.split('?', 2)
  const name = /^\/([a-z0-9-]{1,64})/.exec(path)?.[1] ?? ''
  const network = new URLSearchParams(query).get('network') ?? 'mainnet'
  return network === 'mainnet' ? name : `${name}-${network}`
}

/** Refuses pages while the main database is away, and those of a chain while its own one is. @throws as `createRequireDatabase` */
export const createRequireDatabases = (stores: Stores): ((url?: string) => Promise<void>) => {
  const checks = new Map(
    stores.all.map((store) => [store, createRequireDatabase(() => readSetting(store, 'health'))] as const),
  )
  return async (url) => {
    await checks.get(stores.main)?.()
    const own = stores.of(chainOf(url))
    if (own !== stores.main) await checks.get(own)?.()
  }
}
