import { signedInRecord } from '#lib/account/accounts/account-records.ts'
import type { Accounts } from '#lib/account/accounts/accounts.ts'
import { sessionLifetimeMs } from '#lib/account/accounts/sessions.ts'
import type { AccountApi } from '#lib/account/contract/account-api.ts'
import type { SignInApi } from '#lib/account/contract/api.ts'
import { signerOf } from '#lib/account/ethereum/key-signature.ts'
import type { CallContext, Client, Input } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import { createTokenCookie, type TokenCookie } from './cookies.ts'
import { type PageVisit, requireSession } from './page-visit.ts'
import { safeNext } from './safe-next.ts'
import type { SignInSite } from './site.ts'

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
