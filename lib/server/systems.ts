import { createAccountPages } from '#lib/account/flow-actions.ts'
import { type Config, loadConfig } from '#lib/config/config.ts'
import { createInFlight, createVisitorBudget } from '#lib/http/visitor-budget.ts'
import { readAllCrashedItems } from '#lib/store/workers/worker-stores.ts'
import { createPathFacts } from './systems/api-paths.ts'
import { createBase, type Program } from './systems/base.ts'
import {
  composeAccounts,
  composeFamilies,
  composeHandler,
  composeLive,
  composePages,
  familyPages,
  familyParts,
} from './systems/compose.ts'
import { createMcpCatalog } from './systems/compose-mcp.ts'
import { createRequireDatabases } from './systems/require-databases.ts'

/*
 * The composition root of web: the sources, store and chains of each family. Pages call the clients in process; route
 * handlers and API clients use them over HTTP.
 */

/** The configured sources of metadata outside the chains. The demo ledger has its own documents and ABIs. */
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
  const { kindAt, ...pathFacts } = createPathFacts(parts)
  const { limits, sessions, signIn } = accounts
  const live = composeLive(base, accounts, parts)
  return {
    demo: config.demo,
    siteUrl: config.siteUrl,
    readable: metadataSources(config),
    ...clients,
    signIn,
    account: createAccountPages({ siteUrl: config.siteUrl, accounts: accounts.accounts }),
    perSecondMax: config.rateLimits.key,
    /** The tools of the server for assistants. */
    mcpTools: createMcpCatalog(base, parts).tools.map(({ name, description }) => ({ name, description })),
    /** Answers what is not for a page. */
    handle: composeHandler(program, base, accounts, parts),
    corsOrigins: config.corsOrigins,
    /** Items that were running when the worker crashed: those waiting for a retry, and those set aside. */
    crashedWork: () => readAllCrashedItems(base.stores),
    ...composePages(base, accounts, parts),
    sessions,
    live,
    log: base.log,
    /** Checked before a page is rendered. A statement without a table would succeed on a damaged file. */
    requireDatabase: createRequireDatabases(base.stores),
    /** The budget check of every request. */
    withBudget: createVisitorBudget({ limits, enterFlight: createInFlight(), kindAt }),
    pathFacts,
    /** Hosted calls used today; undefined without a limit. */
    upstreamUse: base.quota.use,
    close: async (): Promise<void> => {
      for (const { close } of parts) await close()
      await accounts.accounts.close()
      await base.quota.close()
      await base.stores.close()
    },
  }
}

export type Systems = Awaited<ReturnType<typeof compose>>

/**
 * The web server and the code bundled by Next.js are two copies of this module in one process: they share one
 * composition.
 */
declare global {
  var spyglassSystems: Promise<Systems> | undefined
}

/** The composition of this process, created by the first call; after a failure the next call tries again. */
export const systems = (program: Program = 'web'): Promise<Systems> => {
  globalThis.spyglassSystems ??= compose(program).catch((error: unknown) => {
    globalThis.spyglassSystems = undefined
    throw error
  })
  return globalThis.spyglassSystems
}
