import { signInApi } from '#lib/account/contract/api.ts'
import { signInRoot } from '#lib/account/contract/root.ts'
import { createAccountHandler } from '#lib/account/http/account-handler.ts'
import { renderNestError } from '#lib/api/error-bodies.ts'
import { createAnswerCache } from '#lib/api/serve/kept-answers.ts'
import { familySettings } from '#lib/config/config.ts'
import { type FamilyParts, familyMount, type Handler, type RequestGate } from '#lib/config/family.ts'
import { createExportHandler } from '#lib/export/export-handler.ts'
import { createSlots } from '#lib/export/slots.ts'
import { createObserve } from '#lib/gateway/monitoring/observe.ts'
import { explorerCaller } from '#lib/http/limits/admit.ts'
import { withResponseRules } from '#lib/http/response-rules.ts'
import { operatorHandlers } from '#lib/server/handlers.ts'
import { createSiteHandler } from '#lib/site/site-handler.ts'
import { sharedQuery } from '#lib/store/shared-query.ts'
import { countSetAside } from '#lib/store/workers/worker-stores.ts'
import { createRouter } from './api-paths.ts'
import type { Base, Program } from './base.ts'
import type { ComposedAccounts } from './compose-accounts.ts'
import { mcpHandlers } from './compose-mcp.ts'

/** Answers every request that is not for a page. */
export const composeHandler = (
  program: Program,
  base: Base,
  accounts: ComposedAccounts,
  parts: readonly FamilyParts[],
): Handler => {
  const { config, store, stores, log, metrics } = base
  // Next.js compresses responses itself, and removes our own header for that.
  const answers = createAnswerCache({ version: stores.version })
  const gate: RequestGate = { log, metrics, admit: accounts.admit, compressed: program === 'api', answers }
  const mounts = parts.flatMap(({ name, mounts }) =>
    Object.values(mounts).map(({ handler, paths }) => ({ paths, handler: handler(gate, name) })),
  )
  const health = parts.flatMap(({ health }) => health)
  const { unknown, ...documents } = operatorHandlers({
    ...gate,
    config,
    store,
    health,
    hosted: hostedNames(base, parts),
    countSetAside: () => countSetAside(stores),
  })
  const ofFamilies: Partial<Record<'media', Handler>> = Object.assign({}, ...parts.map(({ handlers }) => handlers))
  const media = ofFamilies.media && withSitePictures(base, ofFamilies.media)
  const own = {
    ...documents,
    ...commonHandlers(gate, base, accounts, parts),
    ...mcpHandlers(gate, base, parts),
    ...(media && { originals: media, media }),
  }
  return withResponseRules(config.corsOrigins, createRouter(own, mounts, unknown))
}

const hostedNames = ({ config }: Base, parts: readonly FamilyParts[]): string[] => [
  ...parts.filter(({ isHosted }) => isHosted).map(({ name }) => name),
  ...(config.hosted.authBaseUrl === undefined ? [] : ['sign-in']),
]

/** Handlers that belong to no family. */
const commonHandlers = (gate: RequestGate, base: Base, accounts: ComposedAccounts, parts: readonly FamilyParts[]) => {
  const { visitorOf, config } = base
  const { log, metrics, admit } = gate
  const exports = createExportHandler({
    apis: parts.flatMap(({ name, mounts }) => Object.values(mounts).map((mount) => ({ ...mount, scope: name }))),
    admit,
    // All users of the explorer's pages are one caller for admission.
    slotOf: (request, { callerId }) =>
      callerId === undefined || callerId === explorerCaller ? visitorOf(request) : callerId,
    takeSlot: createSlots(),
    observe: createObserve({ system: 'export', log, metrics }),
  })
  const session = createAccountHandler({
    siteUrl: config.siteUrl,
    signIn: accounts.signIn.client,
    accounts: accounts.accounts,
    visitorOf,
    attempts: { shared: sharedQuery(base.store), secret: base.secret },
    observe: createObserve({ system: 'session', log, metrics }),
  })
  const signIn = familyMount({
    ...signInRoot,
    paths: [],
    api: signInApi,
    client: accounts.signIn.client,
    renderError: renderNestError,
  })
  return {
    exports: metrics.countInFlight('export', exports),
    session: metrics.countInFlight('session', session),
    signIn: signIn.handler(gate, 'sign-in'),
  }
}

const withSitePictures = ({ config }: Base, media: Handler): Handler => {
  const pictures = familySettings(config).flatMap((settings) => settings.pictures ?? [])
  const own = createSiteHandler(config.site, config.siteLogo, pictures)
  return async (request) => own(request) ?? (await media(request))
}
