import { type Config, loadConfig } from '#lib/config.ts'
import { createInFlight } from '#lib/gateway/in-flight.ts'
import { createRequireDatabase } from '#lib/gateway/require-database.ts'
import { createVisitorBudget } from '#lib/gateway/visitor-budget.ts'
import { createAccountPages } from '#lib/sign-in/http/account-pages.ts'
import { readSetting } from '#lib/store/settings.ts'
import { readSuspects } from '#lib/store/suspects.ts'
import { createApiPaths } from './systems/api-paths.ts'
import { createBase, type Program } from './systems/base.ts'
import { composeAccounts } from './systems/compose-accounts.ts'
import { composeFamilies, familyPages, familyParts } from './systems/compose-families.ts'
import { composeHandlers } from './systems/compose-handlers.ts'
import { composePages } from './systems/compose-pages.ts'

/*
 * The composition root of web: which sources, store and chains each family uses. Pages ask the clients in process; route
 * handlers and other programs get the same over HTTP.
 */

/** Which sources of metadata beyond the chains are used. The demo ledger brings its own documents and ABIs. */
const metadataSources = ({ demo, outside }: Config) => ({
  ipfs: !demo && outside.ipfsGateways.length > 0,
  arweave: !demo && outside.arweaveGateway !== undefined,
  sourcify: !demo && outside.sourcifyUrl !== undefined,
  abiDirectory: outside.abiDir !== undefined,
  labels: outside.labelsFile !== undefined,
  verified: outside.verifiedFile !== undefined,
  spam: outside.spamFile !== undefined,
})

const compose = async (program: Program) => {
  const config = loadConfig()
  const base = await createBase(program, config)
  const composed = await composeFamilies(base)
  const parts = familyParts(composed)
  const clients = familyPages(composed)
  const accounts = composeAccounts(base, parts)
  const { countsItself, renderErrorAt } = createApiPaths(parts)
  const { limits, sessions, signIn } = accounts
  return {
    demo: config.demo,
    siteUrl: config.siteUrl,
    readable: metadataSources(config),
    ...clients,
    signIn,
    account: createAccountPages({ siteUrl: config.siteUrl, accounts: accounts.accounts }),
    perSecondMax: config.rateLimits.key,
    handlers: composeHandlers(program, base, accounts, parts),
    corsOrigins: config.corsOrigins,
    /** Work during which the worker ended: what waits for another try, and what is set aside. */
    suspectWork: () => readSuspects(base.store),
    ...composePages(base, accounts, parts),
    sessions,
    log: base.log,
    /** What a page passes before it is rendered. A statement without a table would succeed on a damaged file. */
    requireDatabase: createRequireDatabase(() => readSetting(base.store, 'health')),
    /** What every request passes before it is answered. */
    withBudget: createVisitorBudget({ limits, enterFlight: createInFlight(), countsItself }),
    renderErrorAt,
    /** What was used of today's calls to the hosted service; undefined without a limit. */
    upstreamUse: base.quota.use,
    close: async (): Promise<void> => {
      for (const { close } of parts) await close()
      await accounts.accounts.close()
      await base.quota.close()
      await base.store.close()
    },
  }
}

export type Systems = Awaited<ReturnType<typeof compose>>

/** The web server and the code that Next.js bundles are two copies of this module in one process: they share one composition. */
declare global {
  var spyglassSystems: Promise<Systems> | undefined
}

/** The composition of this process, made at the first call; a failed attempt is tried again by the next call. */
export const systems = (program: Program = 'web'): Promise<Systems> => {
  globalThis.spyglassSystems ??= compose(program).catch((error: unknown) => {
    globalThis.spyglassSystems = undefined
    throw error
  })
  return globalThis.spyglassSystems
}
