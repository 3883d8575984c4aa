import { createAccountHandler } from '#lib/account/account-handler.ts'
import { createAccounts } from '#lib/account/accounts.ts'
import type { KeyScope } from '#lib/account/contract/account.ts'
import { signInApi } from '#lib/account/contract/api.ts'
import { signInRoot } from '#lib/account/contract/root.ts'
import { createOwnSignIn, type OnChainAccounts, signInLedgers } from '#lib/account/own-sign-in.ts'
import { renderNestError } from '#lib/api/error-bodies.ts'
import { createAnswerCache } from '#lib/api/serve/serve.ts'
import { createKeptByVersion } from '#lib/base/kept-by-version.ts'
import { familySettings } from '#lib/config/config.ts'
import {
  type FamilyBase,
  type FamilyParts,
  familyMount,
  type Handler,
  type HostedSource,
  type RequestGate,
} from '#lib/config/family.ts'
import { createExportHandler, createSlots } from '#lib/export/export-handler.ts'
import { createGateway, type Source } from '#lib/gateway/gateway.ts'
import { createLiveStream, createTipsWatch, type LiveStream } from '#lib/gateway/live-stream.ts'
import { createObserve } from '#lib/gateway/observe.ts'
import { createAdmit, currentVisit, explorerCaller } from '#lib/http/admit.ts'
import { configuredKeys, firstKeyOf } from '#lib/http/keys.ts'
import { createLimits } from '#lib/http/limits.ts'
import { createPageStatus } from '#lib/http/page-status.ts'
import { withResponseRules } from '#lib/http/response-rules.ts'
import { createSessions } from '#lib/http/sessions.ts'
import { createSharedPages } from '#lib/http/shared-pages.ts'
import { unknownAddress, visitorAddressHeader } from '#lib/http/visitor-address.ts'
import { createAsk, type PageApis } from '#lib/pages/ask.ts'
import { createPageHandler } from '#lib/pages/page-handler.ts'
import type { Answer } from '#lib/pages/question.ts'
import { allFamilies, families } from '#lib/server/families.ts'
import { operatorHandlers } from '#lib/server/handlers.ts'
import { createSiteHandler } from '#lib/site/picture.ts'
import { sharedQuery } from '#lib/store/store.ts'
import { countSetAside } from '#lib/store/workers/worker-stores.ts'
import { createRouter } from './api-paths.ts'
import type { Base, Program } from './base.ts'
import { mcpHandlers } from './compose-mcp.ts'

/** What API keys can be limited to. */
const keyScopes: readonly KeyScope[] = [
  ...allFamilies.map(({ name, title }) => ({ name, title: `${title} data` })),
  { name: 'sign-in', title: 'Sign-in' },
  { name: 'export', title: 'Exports' },
]

/** Authentication and rate limits of callers: sign-in, accounts with their keys, and sessions. */
export const composeAccounts = (base: Base, parts: readonly FamilyParts[]) => {
  const { config, store, secret, ownName, hostedSource, log } = base
  const { authBaseUrl } = config.hosted
  const onChain: OnChainAccounts = Object.assign({}, ...parts.map(({ signIn }) => signIn))
  const ownSignIn: Source<typeof signInApi>[] = [{ name: ownName, service: createOwnSignIn({ store, ...onChain }) }]
  const accounts = createAccounts({
    store,
    perSecondMax: config.rateLimits.key,
    scopes: keyScopes,
    use: { onFailure: (error) => log.warn({ err: error }, 'could not write API key usage') },
  })
  const sessions = createSessions({ secret: Buffer.from(secret), siteUrl: config.siteUrl })
  const limits = createLimits({
    keyPerSecond: config.rateLimits.key,
    anonymousPerSecond: config.rateLimits.anonymous,
    shared: sharedQuery(store),
    secret,
  })
  return {
    signIn: {
      // Never both: a challenge is only known where it was created.
      client: createGateway(signInApi, authBaseUrl ? hostedSource(signInApi, authBaseUrl) : ownSignIn),
      ...signInLedgers(onChain, authBaseUrl !== undefined),
    },
    accounts,
    sessions,
    limits,
    admit: createAdmit({
      findKey: firstKeyOf(configuredKeys(config.apiKeys), accounts.keys.find),
      sessions,
      limits,
    }),
  }
}

type ComposedAccounts = ReturnType<typeof composeAccounts>

/** The stream of index changes of all families. */
export const composeLive = (
  { config, stores, log, metrics }: Base,
  { admit }: ComposedAccounts,
  parts: readonly FamilyParts[],
): LiveStream => {
  const tips = createTipsWatch({
    read: async () => Object.assign({}, ...(await Promise.all(parts.map(({ tips }) => tips?.())))),
    version: stores.version,
    onFailure: (error) => log.warn({ err: error }, 'could not read how far the chains are indexed'),
  })
  const live = createLiveStream({ tips, admit, siteUrl: config.siteUrl })
  metrics.showLiveStreams(live.count)
  return live
}

type Families = typeof families

type Composed = { [Name in keyof Families]: Awaited<ReturnType<Families[Name]['compose']>> }

/** The parts of each family, by its name. */
export const composeFamilies = async (base: FamilyBase): Promise<Composed> => {
  const composed = Object.entries(families).map(async ([name, { compose, coverage }]) => {
    const hostedSource: HostedSource = (api, baseUrl, options) =>
      base.hostedSource(api, baseUrl, { ...coverage, ...options })
    return [name, await compose({ ...base, hostedSource })]
  })
  return Object.fromEntries(await Promise.all(composed))
}

/** The in-process clients of pages, by the name of the family. */
export const familyPages = (composed: Composed): { [Name in keyof Composed]: Composed[Name]['pages'] } => {
  const pages = Object.entries(composed).map(([name, { pages }]) => [name, pages])
  return Object.fromEntries(pages)
}

export const familyParts = (composed: Composed): readonly FamilyParts[] => Object.values(composed)

/** Pages keep answers for a second at most, so that their number bounds memory well enough. */
const answersMax = 1_000

/** HTML pages and page data. */
export const composePages = (
  { log, metrics, visitorOf, stores }: Base,
  { limits, sessions }: ComposedAccounts,
  parts: readonly FamilyParts[],
) => {
  const mounts = parts.flatMap(({ mounts }) => Object.values(mounts))
  const apis: PageApis = Object.fromEntries(mounts.map((mount) => [mount.name, mount]))
  const kept = createKeptByVersion<Answer<unknown>>({ version: stores.version, bound: { entries: answersMax } })
  return {
    /** Sends the questions of one HTML page. */
    createAsk: () => createAsk(apis, { cutsTexts: true, kept }),
    pageStatus: createPageStatus(),
    sharedPages: createSharedPages({ version: stores.version, sessionCookie: sessions.cookieName }),
    /** Serves page data; each call passes the page registry. */
    pages: createPageHandler({
      apis,
      takeForVisitor: (request) => {
        const visit = currentVisit()
        if (visit) visit.prepaidCalls += 1
        return limits.takeForVisitor(request.headers.get(visitorAddressHeader) ?? unknownAddress)
      },
      requesterOf: (request) => ({ id: visitorOf(request), hasKey: false }),
      observe: createObserve({ system: 'page', log, metrics }),
    }),
  }
}

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
