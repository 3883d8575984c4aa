import { hash } from 'node:crypto'
import { networkOf, type SignInApi } from '#lib/account/contract/api.ts'
import * as params from '#lib/account/contract/params.ts'
import { readPublicKey, type SignInKey } from '#lib/account/contract/params.ts'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { isKeyOf } from '#lib/base/typed-keys.ts'
import type { Store } from '#lib/store/store.ts'
import { askChain } from './ask-chain.ts'
import { aptosChallenge, type ChallengeFields } from './challenge-text.ts'
import {
  callerOf,
  challengeRecord,
  createChallenges,
  foreignMessage,
  type StoredChallenge,
  wrongSignature,
} from './challenges.ts'
import { storeClock, type UnixClock } from './clock.ts'
import { verifySignature } from './signature.ts'

/** A challenge wrapped by a wallet, with the fields that it chose to add. Its nonce proves nothing. */
type WalletMessage = { challenge: string; address?: string; application?: string; chainId?: string }

/** Fields that a wallet can add. */
const fieldNames = { address: true, application: true, chainId: true }

const head = 'APTOS'
const fieldLine = /^(address|application|chainId): (.*)$/s
/** One line without control characters, line separators or lone surrogates. */
const nonceLine = /^nonce: [^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{0,256}$/u

/** Whether a text starts like a wallet's full message. */
export const isWalletMessage = (text: string): boolean => text.startsWith(`${head}\n`)

/**
 * Parses the full message of `signMessage` (AIP-62 names the fields and leaves their order open): fields are before the
 * message or after the nonce, each at most once, with nothing else. Undefined for anything else.
 */
export const readWalletMessage = (text: string): WalletMessage | undefined => {
  const lines = text.split('\n').slice(1)
  const fields = new Map<keyof typeof fieldNames, string>()
  /** Returns false for an unknown or repeated field. */
  const take = (line: string | undefined): boolean => {
    const [, name, value] = fieldLine.exec(line ?? '') ?? []
    if (name === undefined || value === undefined || !isKeyOf(fieldNames, name) || fields.has(name)) return false
    fields.set(name, value)
    return true
  }
  let start = 0
  let end = lines.length
  while (take(lines[start])) start += 1
  while (end > start && take(lines[end - 1])) end -= 1

  const nonce = lines[end - 1]
  const [first, ...rest] = lines.slice(start, end - 1)
  if (nonce === undefined || !nonceLine.test(nonce) || !first?.startsWith('message: ')) return undefined
  return { challenge: [first.slice('message: '.length), ...rest].join('\n'), ...Object.fromEntries(fields) }
}

/** The full message of a wallet that adds nothing and uses the challenge's own nonce. */
export const plainWalletMessage = (challenge: string, nonce: string): string =>
  `${head}\nmessage: ${challenge}\nnonce: ${nonce}`

/** Whether the fields that are present match the challenge. */
export const fitsChallenge = (
  message: WalletMessage,
  challenge: { domain: string; address: string; chainId: number },
): boolean => {
  const { address, application, chainId } = message
  if (address !== undefined && addressSchema.safeParse(address).data !== challenge.address) return false
  if (chainId !== undefined && chainId !== String(challenge.chainId)) return false
  return application === undefined || hostOf(application) === challenge.domain.toLowerCase()
}

const addressSchema = params.address()

/** Wallets name an application by its host or by the URL of its page. */
const hostOf = (application: string): string | undefined => {
  if (!/^https?:\/\//i.test(application)) return application.toLowerCase()
  if (!URL.canParse(application)) return undefined
  const { host, username, password } = new URL(application)
  return username === '' && password === '' ? host : undefined
}

/**
 * The authentication key of an account: SHA3-256 of its public key and scheme, as 0x and 64 digits. The first one is
 * the account's address.
 */
export const authenticationKey = (publicKey: Uint8Array, scheme: SignInKey['scheme']): string =>
  `0x${hash('sha3-256', Uint8Array.of(...publicKey, scheme), 'hex')}`

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

export type AptosAccounts = {
  /** Networks with a full node, whose accounts can be verified. */
  networks: readonly AptosNetworkName[]
  authenticationKeyOf: AuthenticationKeyOf
}

export type AptosSignInOptions = AptosAccounts & {
  store: Store<unknown>
  clock?: UnixClock
  nodeTimeLimitMs?: number
}

const chainIds = { mainnet: 1, testnet: 2 } as const

/** Our own verifier of Aptos accounts. */
export const createAptosSignIn = ({
  store,
  networks,
  authenticationKeyOf,
  clock = storeClock(store),
  nodeTimeLimitMs = 3_000,
}: AptosSignInOptions): Pick<Service<SignInApi>, 'requestChallenge' | 'verifyChallenge'> => {
  const challenges = createChallenges(store, clock)

  /** The account's authentication key; an account that does not exist on chain has its address (AIP-115). */
  const currentKey = async (fields: ChallengeFields, signal: AbortSignal | undefined): Promise<string> => {
    const ask = (either: AbortSignal) => authenticationKeyOf(networkOf(fields), fields.address, either)
    const failure = "The account's key could not be looked up on chain."
    return (await askChain(ask, { signal, timeLimitMs: nodeTimeLimitMs, failure })) ?? fields.address
  }

  return {
    requestChallenge: async ({ timeout, publicKey, network: given, chainId, resources = [], ...fields }, context) => {
      const network = networkOf({ network: given, chainId })
      if (!networks.includes(network))
        throw new ServiceError('not_available', `Accounts of ${network} cannot be verified here: no full node is set.`)
      const issued = await challenges.issue({
        caller: callerOf(context),
        timeoutSeconds: timeout,
        publicKey,
        write: (fresh) => aptosChallenge.build({ ...fields, ...fresh, resources, chainId: chainIds[network] }),
      })
      return { ...issued, profileId: profileId(fields.address) }
    },
    verifyChallenge: async ({ message, signature }, context) => {
      const caller = callerOf(context)
      const wrapped = isWalletMessage(message) ? readWalletMessage(message) : undefined
      const text = isWalletMessage(message) ? wrapped?.challenge : message
      const fields = text === undefined ? undefined : aptosChallenge.parse(text)
      if (text === undefined || fields === undefined) throw foreignMessage()
      const stored = await challenges.find(fields, text, caller)

      const key = signingKey(stored, { message, wrapped, text, fields }, signature)
      const fits = wrapped === undefined || fitsChallenge(wrapped, fields)
      const isCurrent = async ({ scheme }: SignInKey): Promise<boolean> =>
        authenticationKey(toBytes(stored.public_key), scheme) === (await currentKey(fields, context?.signal))
      if (!fits || key === undefined || !(await isCurrent(key))) {
        await challenges.countFailure(fields.nonce)
        throw wrongSignature()
      }
      await challenges.use(fields.nonce, caller)
      return {
        ...challengeRecord(stored, fields),
        profileId: profileId(fields.address),
        network: networkOf(fields),
        publicKey: stored.public_key,
      }
    },
  }
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
): SignInKey | undefined => {
  // A wallet given the challenge's own nonce signs a reconstructible text, even if it returns the bare challenge.
  const signed = wrapped ? [message] : [message, plainWalletMessage(text, fields.nonce)]
  return keysOf(stored.public_key).find((reading) =>
    signed.some((each) => verifySignature(reading, Buffer.from(each), toBytes(signature))),
  )
}

const keysOf = (publicKey: string): SignInKey[] => readPublicKey(toBytes(publicKey)).readings

/** The same for an address on every network, and after a key rotation. */
const profileId = (address: string): string => `0x${hash('sha3-256', `profile:aptos:${address}`, 'hex')}`
