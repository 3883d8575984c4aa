import * as z from 'zod'
import { signedInRecord } from '#lib/account/accounts/account-records.ts'
import type { Accounts } from '#lib/account/accounts/accounts.ts'
import { sessionLifetimeMs } from '#lib/account/accounts/sessions.ts'
import type { SignInApi } from '#lib/account/contract/api.ts'
import * as ethereumParams from '#lib/account/contract/ethereum-params.ts'
import * as params from '#lib/account/contract/params.ts'
import { signerOf } from '#lib/account/ethereum/key-signature.ts'
import type { CallContext, Client } from '#lib/api/endpoint.ts'
import { oneOf } from '#lib/api/input/parameters.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Action } from './action.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import { createTokenCookie, type TokenCookie } from './cookies.ts'
import { readRequestBody } from './request-body.ts'
import { safeNext } from './safe-next.ts'
import type { Site } from './site.ts'

/** The account that a wallet names. `network` is `mainnet` or `testnet` of Aptos, or the CAIP-2 id of an EVM chain. */
type Begun = { address: string; network: string }

type Wording = { domain: string; uri: string; timeout: number; statement: string }
type SignedMessage = { message: string; signature: string; next?: string | undefined }

/** What the verifier says of a signature; `account` is who is signed in by it. */
type Proof = Begun & { id: string; domain: string; uri: string; account: string }

/** How one kind of wallet signs in. */
type WalletFlow<Start extends Begun = Begun> = {
  startBody: z.ZodType<Start>
  finishBody: z.ZodType<SignedMessage>
  request: (start: Start, wording: Wording, context: CallContext) => Promise<{ id: string; message: string }>
  verify: (signed: SignedMessage, context: CallContext) => Promise<Proof>
}

const next = z.string().max(4_000).optional()

const aptosStart = z.object({
  address: params.address(),
  publicKey: params.publicKey(),
  network: oneOf(['mainnet', 'testnet']),
})

const aptosFlow = (signIn: Client<SignInApi>): WalletFlow<z.output<typeof aptosStart>> => ({
  startBody: aptosStart,
  finishBody: z.object({ message: params.message(), signature: params.signature(), next }),
  request: (start, wording, context) => signIn.requestChallenge({ ...wording, ...start }, context),
  verify: async ({ message, signature }, context) => {
    const proof = await signIn.verifyChallenge({ message, signature }, context)
    return { ...proof, account: proof.address }
  },
})

const evmNetwork = (chainId: number): string => `eip155:${chainId}`

const evmStart = z
  .object({ address: ethereumParams.address(), chainId: ethereumParams.chainId() })
  .transform(({ address, chainId }) => ({ address: address.toLowerCase(), chainId, network: evmNetwork(chainId) }))

const evmFlow = (signIn: Client<SignInApi>): WalletFlow<z.output<typeof evmStart>> => ({
  startBody: evmStart,
  finishBody: z.object({ message: params.message(), signature: ethereumParams.signature(), next }),
  request: ({ address, chainId }, wording, context) =>
    signIn.requestEvmChallenge({ ...wording, address, chainId }, context),
  verify: async ({ message, signature }, context) => {
    const { address: named, chainId, ...proof } = await signIn.verifyEvmChallenge({ message, signature }, context)
    const address = named.toLowerCase()
    const network = evmNetwork(chainId)
    const account = signerOf(message, signature) === address ? address : `${network}:${address}`
    return { ...proof, address, network, account }
  },
})

type FlowParts = {
  site: Site
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

const emptyBody = z.object({})

/** Actions from connecting a wallet to signing out. */
export const createFlowActions = ({
  site,
  signIn,
  accounts,
  sessionCookie,
  limitOf,
}: FlowParts): Record<string, Action> => {
  const preCookie = createTokenCookie(site, 'spyglass-sign-in')
  const takeStart = limitOf('start of account', startsPerAccount)

  const start = <Start extends Begun>({ startBody, request: requestChallenge }: WalletFlow<Start>): Action => ({
    needsSession: false,
    run: async ({ request, visitor }) => {
      const begun = await readRequestBody(request, startBody)
      const { address, network } = begun
      await takeStart(`${visitor.ipNetwork} ${address}`)
      const wording = { domain: site.domain, uri: site.signInUri, timeout: challengeSeconds, statement }
      const { id, message } = await requestChallenge(begun, wording, { signal: request.signal, caller })
      const lifetimeMs = challengeSeconds * 1_000
      const token = await accounts.preSessions.open({ challengeId: id, address, network }, lifetimeMs)
      const nonce = /^Nonce: (.+)$/m.exec(message)?.[1] ?? null
      return {
        body: { message, nonce, expiresInSeconds: challengeSeconds },
        cookies: [preCookie.set(token, lifetimeMs)],
      }
    },
  })

  const finish = ({ finishBody, verify }: Pick<WalletFlow, 'finishBody' | 'verify'>): Action => ({
    needsSession: false,
    run: async ({ request, visitor }) => {
      const { message, signature, next } = await readRequestBody(request, finishBody)
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
      return {
        body: { account: signedInRecord(opened.session), next: safeNext(next, site.origin) },
        cookies: [sessionCookie.set(opened.token, sessionLifetimeMs), preCookie.clear()],
      }
    },
  })

  const [aptos, evm] = [aptosFlow(signIn), evmFlow(signIn)]
  return {
    'POST /start': start(aptos),
    'POST /finish': finish(aptos),
    'POST /start/evm': start(evm),
    'POST /finish/evm': finish(evm),
    'POST /sign-out': {
      needsSession: false,
      run: async ({ request, session, visitor }) => {
        await readRequestBody(request, emptyBody)
        const token = sessionCookie.read(request)
        if (token !== undefined) await accounts.sessions.close(token)
        if (session) await accounts.events.record(session.address, { kind: 'signed_out', subject: null, ...visitor })
        return { body: { account: null }, cookies: [sessionCookie.clear(), preCookie.clear()] }
      },
    },
    'POST /sign-out-everywhere': {
      needsSession: true,
      run: async ({ request, session, visitor }) => {
        await readRequestBody(request, emptyBody)
        const sessions = await accounts.sessions.closeAll(session.address)
        await accounts.events.record(session.address, { kind: 'signed_out_everywhere', subject: null, ...visitor })
        return { body: { account: null, sessions }, cookies: [sessionCookie.clear(), preCookie.clear()] }
      },
    },
    'GET /me': {
      needsSession: false,
      run: async ({ session }) => ({ body: { account: session ? signedInRecord(session) : null } }),
    },
  }
}

const notBegunHere = (): ServiceError =>
  new ServiceError('invalid_request', 'This sign-in was not begun in this browser, or has expired. Please start again.')
