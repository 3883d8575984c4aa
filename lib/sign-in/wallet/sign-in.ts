import { hash } from 'node:crypto'
import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/api/errors.ts'
import { timeLimit } from '#lib/api/time-limit.ts'
import { type Clock, storeClock } from '#lib/sign-in/clock.ts'
import { networkOf, type SignInApi } from '#lib/sign-in/contract/api.ts'
import { type AccountKey, readPublicKey } from '#lib/sign-in/contract/public-key.ts'
import { randomText } from '#lib/sign-in/random-text.ts'
import type { Store } from '#lib/store/store.ts'
import { authenticationKey } from './authentication-key.ts'
import { buildChallengeText, type ChallengeFields, parseChallengeText } from './challenge-text.ts'
import { verifySignature } from './signature.ts'
import { type StoredChallenge, storeChallenges } from './store-challenges.ts'
import { fitsChallenge, isWalletMessage, plainWalletMessage, readWalletMessage } from './wallet-message.ts'

type AptosNetworkName = 'mainnet' | 'testnet'

/**
 * The authentication key that an account currently has on chain, as 0x and 64 digits; undefined if the account does not
 * exist. Must throw if this is unknown (no response, another error).
 */
export type AuthenticationKeyOf = (
  network: AptosNetworkName,
  address: string,
  signal: AbortSignal,
) => Promise<string | undefined>

export type SignInOptions = {
  store: Store<unknown>
  /** Networks with a full node, whose accounts can be verified. */
  networks: readonly AptosNetworkName[]
  authenticationKeyOf: AuthenticationKeyOf
  clock?: Clock
  nodeTimeLimitMs?: number
}

const failuresMax = 5
const sweepEveryMs = 10_000
const chainIds = { mainnet: 1, testnet: 2 } as const

/** Our own verifier: challenges are kept in the store, and verified once by the caller that requested them. */
export const createSignIn = ({
  store,
  networks,
  authenticationKeyOf,
  clock = storeClock(store),
  nodeTimeLimitMs = 3_000,
}: SignInOptions): Service<SignInApi> => {
  const challenges = storeChallenges(store)
  let sweptAt = 0

  const sweep = async (now: number): Promise<void> => {
    if (now - sweptAt < sweepEveryMs) return
    sweptAt = now
    await challenges.deleteExpired(now)
  }

  /** The stored challenge with exactly this text, if it belongs to the caller and is still valid. */
  const find = async (fields: ChallengeFields, text: string, caller: string): Promise<StoredChallenge> => {
    const stored = await challenges.find(fields.nonce, caller)
    const now = await clock()
    const isOpen =
      stored !== undefined &&
      stored.message === text &&
      stored.failures < failuresMax &&
      now < stored.expires_at &&
      (fields.expirationTime === undefined || now < Date.parse(fields.expirationTime)) &&
      (fields.notBefore === undefined || now >= Date.parse(fields.notBefore))
    if (isOpen) return stored
    throw unknownChallenge()
  }

  /** The account's authentication key; an account that does not exist on chain has its address (AIP-115). */
  const currentKey = async (fields: ChallengeFields, signal: AbortSignal | undefined): Promise<string> => {
    using limit = timeLimit(nodeTimeLimitMs)
    const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
    try {
      return (await authenticationKeyOf(networkOf(fields), fields.address, either)) ?? fields.address
    } catch (cause) {
      signal?.throwIfAborted()
      throw new ServiceError('not_available', "The account's key could not be looked up on chain. Please try again.", {
        cause,
        retryAfterSeconds: 5,
      })
    }
  }

  const requestChallenge: Service<SignInApi>['requestChallenge'] = async (
    { timeout, publicKey, network: _, chainId: __, ...input },
    context,
  ) => {
    const network = networkOf({ network: _, chainId: __ })
    if (!networks.includes(network))
      throw new ServiceError('not_available', `Accounts of ${network} cannot be verified here: no full node is set.`)
    const now = await clock()
    const nonce = randomText(17)
    const id = randomText(17)
    const { resources = [], ...rest } = input
    const issuedAt = new Date(now).toISOString()
    const message = buildChallengeText({ ...rest, resources, chainId: chainIds[network], nonce, issuedAt })
    const expires_at = now + timeout * 1_000
    await challenges.add({ nonce, id, caller: callerOf(context), message, public_key: publicKey, expires_at })
    await sweep(now)
    return { id, message, profileId: profileId(input.address) }
  }

  const verifyChallenge: Service<SignInApi>['verifyChallenge'] = async ({ message, signature }, context) => {
    const caller = callerOf(context)
    const wrapped = isWalletMessage(message) ? readWalletMessage(message) : undefined
    const text = isWalletMessage(message) ? wrapped?.challenge : message
    const fields = text === undefined ? undefined : parseChallengeText(text)
    if (text === undefined || fields === undefined) throw foreignMessage()
    const stored = await find(fields, text, caller)

    const key = signingKey(stored, { message, wrapped, text, fields }, signature)
    const fits = wrapped === undefined || fitsChallenge(wrapped, fields)
    if (!fits || key === undefined) {
      await challenges.countFailure(fields.nonce)
      throw wrongSignature()
    }
    const onChain = await currentKey(fields, context?.signal)
    if (authenticationKey(bytesOf(stored.public_key), key.scheme) !== onChain) {
      await challenges.countFailure(fields.nonce)
      throw wrongSignature()
    }
    // Last, and once: a wrong signature must not use up someone else's challenge.
    if (!(await challenges.use(fields.nonce, caller, await clock()))) throw unknownChallenge()
    return verifiedRecord(stored, fields)
  }

  return { requestChallenge, verifyChallenge }
}

type SignedMessage = {
  message: string
  /** Undefined if the message is the bare challenge. */
  wrapped: ReturnType<typeof readWalletMessage>
  text: string
  fields: ChallengeFields
}

/** The reading of the challenge's public key that made the signature. */
const signingKey = (
  stored: StoredChallenge,
  { message, wrapped, text, fields }: SignedMessage,
  signature: string,
): AccountKey | undefined => {
  // A wallet given the challenge's own nonce signs a reconstructible text, even if it returns the bare challenge.
  const signed = wrapped ? [message] : [message, plainWalletMessage(text, fields.nonce)]
  return keysOf(stored.public_key).find((reading) =>
    signed.some((each) => verifySignature(reading, Buffer.from(each), bytesOf(signature))),
  )
}

const verifiedRecord = (stored: StoredChallenge, fields: ChallengeFields) => ({
  id: stored.id,
  domain: fields.domain,
  statement: fields.statement ?? null,
  uri: fields.uri,
  expirationTime: fields.expirationTime ?? null,
  notBefore: fields.notBefore ?? null,
  resources: fields.resources,
  version: '1' as const,
  nonce: fields.nonce,
  profileId: profileId(fields.address),
  chainId: fields.chainId,
  network: networkOf(fields),
  address: fields.address,
  publicKey: stored.public_key,
})

/** Calls without a caller id share one. */
const callerOf = (context: CallContext | undefined): string => context?.caller ?? ''

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

const keysOf = (publicKey: string): AccountKey[] => readPublicKey(bytesOf(publicKey)).readings

/** The same for an address on every network, and after a key rotation. */
const profileId = (address: string): string => `0x${hash('sha3-256', `profile:aptos:${address}`, 'hex')}`

/* One message for each class: it must not reveal which part was right. */

const foreignMessage = (): ServiceError =>
  new ServiceError('invalid_request', 'The message is not a challenge, unchanged, nor what a wallet makes of one.')

const unknownChallenge = (): ServiceError =>
  new ServiceError('invalid_request', 'The challenge is unknown, has expired or was used already. Request a new one.')

const wrongSignature = (): ServiceError =>
  new ServiceError('invalid_request', "The signature is not that of the challenge's account.")
