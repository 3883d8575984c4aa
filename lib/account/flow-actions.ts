import { RateLimiterRes } from 'rate-limiter-flexible'
import type {
  AccountEvent,
  AccountKey,
  AccountNote,
  AccountNoteSubject,
  AccountSession,
  KeyScope,
  SignedIn,
} from '#lib/account/contract/account.ts'
import type { AccountApi } from '#lib/account/contract/account-api.ts'
import type { SignInApi } from '#lib/account/contract/api.ts'
import type { CallContext, Client, Input } from '#lib/api/endpoint.ts'
import { createCounter, type SharedQuery } from '#lib/base/counter.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { createHashedCells } from '#lib/base/hashed-cells.ts'
import { type Accounts, eventRecord, keyRecord, noteRecord, sessionRecord, signedInRecord } from './accounts.ts'
import {
  createSessionCookie,
  createTokenCookie,
  type PageVisit,
  requireSession,
  type SignInSite,
  siteOf,
  type TokenCookie,
} from './cookies.ts'
import { signerOf } from './ethereum-sign-in.ts'
import { sessionLifetimeMs } from './sessions.ts'

/**
 * The page after signing in: a path of this site with query and fragment, or `/` for everything else, including what
 * only looks like a path (`//host`, `/\host`, a scheme, control characters that browsers drop).
 */
export const safeNext = (next: unknown, origin: string): string => {
  if (typeof next !== 'string' || next.length > 2_000 || !/^\/[!-~]*$/.test(next)) return '/'
  if (/^\/[/\\]/.test(next) || next.includes('\\') || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  // `/..//host` resolves to `//host`, which another parser would read as a host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

/** In-process calls of server components, for the browser with the given `Cookie` header. */
type AccountPages = {
  /** Undefined if not signed in. A browser without our cookie costs no database read. */
  signedIn(cookie: string | null): Promise<SignedIn | undefined>
  keys(address: string): Promise<AccountKey[]>
  /** Marks the browser with the `Cookie` header as the current one. */
  sessions(address: string, cookie: string | null): Promise<AccountSession[]>
  events(address: string): Promise<AccountEvent[]>
  notes(address: string): Promise<AccountNote[]>
  note(address: string, subject: AccountNoteSubject): Promise<AccountNote | undefined>
  /** What keys can be limited to. */
  readonly keyScopes: readonly KeyScope[]
  /** The page to continue to: a path of this site, or `/` for everything else. */
  next(path: unknown): string
  /** The host named in messages to sign. */
  readonly domain: string
}

export const createAccountPages = ({ siteUrl, accounts }: { siteUrl: string; accounts: Accounts }): AccountPages => {
  const site = siteOf(siteUrl)
  const sessionCookie = createSessionCookie(site)
  const tokenIn = (cookie: string | null): string | undefined =>
    sessionCookie.read(new Request(site.origin, { headers: { cookie: cookie ?? '' } }))
  return {
    signedIn: async (cookie) => {
      const token = tokenIn(cookie)
      const session = token === undefined ? undefined : await accounts.sessions.find(token)
      return session && signedInRecord(session)
    },
    keys: async (address) => (await accounts.keys.list(address)).map(keyRecord),
    sessions: async (address, cookie) => (await accounts.sessions.list(address, tokenIn(cookie))).map(sessionRecord),
    events: async (address) => (await accounts.events.list(address)).map(eventRecord),
    notes: async (address) => (await accounts.notes.list(address)).map(noteRecord),
    note: async (address, subject) => {
      const note = await accounts.notes.find(address, { ...subject, subject: subject.subject.toLowerCase() })
      return note && noteRecord(note)
    },
    keyScopes: accounts.scopes,
    next: (path) => safeNext(path, site.origin),
    domain: site.domain,
  }
}

/** Counts an attempt of `who`. @throws ServiceError `rate_limited` */
type TakeAttempt = (who: string) => Promise<void>

export type AttemptCounting = {
  /** Counters shared by processes, which then need the same `secret`. Without it, this process counts in its memory. */
  shared?: SharedQuery
  /** For the keyed hash that chooses a cell. A random default is enough for one process. */
  secret?: Uint8Array
  /** Timeout of the shared counters. */
  sharedWithinMs?: number
}

const windowSeconds = 60

/** Limits of attempts per minute, each with a name of its own. */
export const createAttemptLimits = ({ shared, secret, sharedWithinMs }: AttemptCounting = {}) => {
  const cellOf = createHashedCells({ secret })
  return (name: string, perMinute: number): TakeAttempt => {
    const counter = createCounter({
      prefix: `sign-in ${name}`,
      points: perMinute,
      windowSeconds,
      shared,
      sharedWithinMs,
    })
    return async (who) => {
      await counter.consume(cellOf(`sign-in ${name} ${who}`)).catch((reason: unknown) => {
        // The counter rejects with its state when the limit is reached; anything else is a bug.
        if (!(reason instanceof RateLimiterRes)) throw reason
        const retryAfterSeconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
        throw new ServiceError('rate_limited', `Too many attempts. Try again in ${retryAfterSeconds} s.`, {
          retryAfterSeconds,
        })
      })
    }
  }
}

type AttemptLimits = ReturnType<typeof createAttemptLimits>

/** The account that a wallet names. `network` is `mainnet` or `testnet` of Aptos, or the CAIP-2 id of an EVM chain. */
type Begun = { address: string; network: string }

type Wording = { domain: string; uri: string; timeout: number; statement: string }
type SignedMessage = { message: string; signature: string; next?: string | undefined }

/** What the verifier says of a signature; `account` is who is signed in by it. */
type Proof = Begun & { id: string; domain: string; uri: string; account: string }

/** How one kind of wallet signs in. */
type WalletFlow<Start> = {
  begun: (start: Start) => Begun
  request: (start: Start, wording: Wording, context: CallContext) => Promise<{ id: string; message: string }>
  verify: (signed: SignedMessage, context: CallContext) => Promise<Proof>
}

const aptosFlow = (signIn: Client<SignInApi>): WalletFlow<Input<AccountApi['startSignIn']>> => ({
  begun: ({ address, network }) => ({ address, network }),
  request: (start, wording, context) => signIn.requestChallenge({ ...wording, ...start }, context),
  verify: async ({ message, signature }, context) => {
    const proof = await signIn.verifyChallenge({ message, signature }, context)
    return { ...proof, account: proof.address }
  },
})

const evmNetwork = (chainId: number): string => `eip155:${chainId}`

const evmFlow = (signIn: Client<SignInApi>): WalletFlow<Input<AccountApi['startEvmSignIn']>> => ({
  begun: ({ address, chainId }) => ({ address: address.toLowerCase(), network: evmNetwork(chainId) }),
  request: (start, wording, context) => signIn.requestEvmChallenge({ ...wording, ...start }, context),
  verify: async ({ message, signature }, context) => {
    const { address: named, chainId, ...proof } = await signIn.verifyEvmChallenge({ message, signature }, context)
    const address = named.toLowerCase()
    const network = evmNetwork(chainId)
    const account = signerOf(message, signature) === address ? address : `${network}:${address}`
    return { ...proof, address, network, account }
  },
})

type FlowParts = {
  site: SignInSite
  signIn: Client<SignInApi>
  accounts: Accounts
  sessionCookie: TokenCookie
  limitOf: AttemptLimits
}

/** Longest lifetime of a challenge: users look for their phone or a hardware wallet. */
const challengeSeconds = 120
const statement = 'Signing proves that this account is yours. It sends no transaction and costs nothing.'
/** The caller that owns the page's challenges: no API key can verify them. */
const caller = 'sign-in page'
/** Per minute, account and network. Never per account alone: strangers who name it could lock out its owner. */
const startsPerAccount = 10

/** From connecting a wallet to signing out. */
export const createFlowActions = ({ site, signIn, accounts, sessionCookie, limitOf }: FlowParts) => {
  const preCookie = createTokenCookie(site, 'spyglass-sign-in')
  const takeStart = limitOf('start of account', startsPerAccount)
  const [aptos, evm] = [aptosFlow(signIn), evmFlow(signIn)]

  const start =
    <Start>({ begun: begunBy, request: requestChallenge }: WalletFlow<Start>, visit: PageVisit) =>
    async (given: Start) => {
      const begun = begunBy(given)
      await takeStart(`${visit.visitor.ipNetwork} ${begun.address}`)
      const wording = { domain: site.domain, uri: site.signInUri, timeout: challengeSeconds, statement }
      const { id, message } = await requestChallenge(given, wording, { signal: visit.request.signal, caller })
      const lifetimeMs = challengeSeconds * 1_000
      visit.setCookie(
        preCookie.set(await accounts.preSessions.open({ challengeId: id, ...begun }, lifetimeMs), lifetimeMs),
      )
      const nonce = /^Nonce: (.+)$/m.exec(message)?.[1] ?? null
      return { message, nonce, expiresInSeconds: challengeSeconds }
    }

  const finish =
    ({ verify }: Pick<WalletFlow<never>, 'verify'>, { request, visitor, setCookie }: PageVisit) =>
    async ({ message, signature, next }: SignedMessage) => {
      const token = preCookie.read(request)
      const begun = token === undefined ? undefined : await accounts.preSessions.find(token)
      if (token === undefined || begun === undefined) throw notBegunHere()
      const proof = await verify({ message, signature }, { signal: request.signal, caller })
      // The verifier does not know what is valid for this site; only this browser's own challenge signs it in.
      const isOurs =
        proof.id === begun.challengeId &&
        proof.domain === site.domain &&
        proof.uri === site.signInUri &&
        proof.network === begun.network &&
        proof.address === begun.address
      if (!isOurs || !(await accounts.preSessions.take(token))) throw notBegunHere()

      const before = sessionCookie.read(request)
      if (before !== undefined) await accounts.sessions.close(before)
      const opened = await accounts.sessions.open(proof.account, begun.network, visitor)
      await accounts.events.record(proof.account, { kind: 'signed_in', subject: null, ...visitor })
      setCookie(sessionCookie.set(opened.token, sessionLifetimeMs))
      setCookie(preCookie.clear())
      return { account: signedInRecord(opened.session), next: safeNext(next, site.origin) }
    }

  return (visit: PageVisit) => {
    const { request, session, visitor, setCookie } = visit
    const clearCookies = (): void => {
      setCookie(sessionCookie.clear())
      setCookie(preCookie.clear())
    }
    return {
      startSignIn: start(aptos, visit),
      finishSignIn: finish(aptos, visit),
      startEvmSignIn: start(evm, visit),
      finishEvmSignIn: finish(evm, visit),

      signOut: async () => {
        const token = sessionCookie.read(request)
        if (token !== undefined) await accounts.sessions.close(token)
        if (session) await accounts.events.record(session.address, { kind: 'signed_out', subject: null, ...visitor })
        clearCookies()
        return { account: null }
      },

      signOutEverywhere: async () => {
        const { address } = requireSession(visit)
        const sessions = await accounts.sessions.closeAll(address)
        await accounts.events.record(address, { kind: 'signed_out_everywhere', subject: null, ...visitor })
        clearCookies()
        return { account: null, sessions }
      },

      signedInAccount: async () => ({ account: session ? signedInRecord(session) : null }),
    }
  }
}

const notBegunHere = (): ServiceError =>
  new ServiceError('invalid_request', 'This sign-in was not begun in this browser, or has expired. Please start again.')
