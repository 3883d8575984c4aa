import { hash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hashMessage, publicKeyToAddress } from 'viem/utils'
import type { SignInChain } from '#lib/account/contract/account.ts'
import type { SignInApi } from '#lib/account/contract/api.ts'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toInteger } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import type { Store } from '#lib/store/store.ts'
import { askChain } from './ask-chain.ts'
import { ethereumChallenge } from './challenge-text.ts'
import { callerOf, challengeRecord, createChallenges, foreignMessage, wrongSignature } from './challenges.ts'
import { storeClock, type UnixClock } from './clock.ts'

const scalarBytes = 32

/**
 * The address whose key signed a text, in lower case: `personal_sign` of EIP-191, with a signature of 65 bytes (r, s, v) or
 * 64 (EIP-2098). Undefined for any other length, for s in the upper half of the order (EIP-2: a second signature that anyone
 * can make of the first), and for what no key made; never throws.
 */
export const signerOf = (text: string, signature: string): string | undefined => {
  const bytes = toBytes(signature)
  const scalars = readScalars(bytes)
  if (scalars === undefined) return undefined
  try {
    const { r, s, parity } = scalars
    const signed = new secp256k1.Signature(r, s, parity)
    if (signed.hasHighS()) return undefined
    const key = signed.recoverPublicKey(hashMessage(text, 'bytes'))
    return publicKeyToAddress(`0x${key.toHex(false)}`).toLowerCase()
  } catch {
    // The library throws for r or s out of range, and for an r without a point.
    return undefined
  }
}

type Scalars = { r: bigint; s: bigint; parity: number }

const readScalars = (bytes: Uint8Array): Scalars | undefined => {
  const r = bytes.subarray(0, scalarBytes)
  const s = bytes.subarray(scalarBytes, 2 * scalarBytes)
  if (bytes.length === 2 * scalarBytes) {
    // EIP-2098: the parity is the top bit, which a low s leaves free.
    const [first = 0, ...rest] = s
    return { r: toInteger(r), s: toInteger(Uint8Array.of(first & 0x7f, ...rest)), parity: first >> 7 }
  }
  const v = bytes[2 * scalarBytes]
  if (bytes.length !== 2 * scalarBytes + 1 || v === undefined) return undefined
  // Some hardware wallets leave out the 27.
  const parity = v >= 27 ? v - 27 : v
  return parity === 0 || parity === 1 ? { r: toInteger(r), s: toInteger(s), parity } : undefined
}

/** A signature that a contract is asked about (EIP-1271). All are 0x and hex digits. */
type ContractSignature = { address: string; hash: string; signature: string }

/**
 * Whether the account's contract accepts a signature now; false if it refuses, reverts, or there is none. Must throw if this
 * is unknown (no response, another error).
 */
type IsContractSignature = (chainId: number, asked: ContractSignature, signal: AbortSignal) => Promise<boolean>

export type EthereumAccounts = {
  /** Served chains, as they are now. */
  chains: () => readonly SignInChain[]
  isContractSignature: IsContractSignature
}

type EthereumSignInOptions = EthereumAccounts & {
  store: Store<unknown>
  clock?: UnixClock
  nodeTimeLimitMs?: number
}

/** Our own verifier of accounts of EVM chains (EIP-4361), by their key or their contract. */
export const createEthereumSignIn = ({
  store,
  chains,
  isContractSignature,
  clock = storeClock(store),
  nodeTimeLimitMs = 3_000,
}: EthereumSignInOptions): Pick<Service<SignInApi>, 'requestEvmChallenge' | 'verifyEvmChallenge'> => {
  const challenges = createChallenges(store, clock)
  return {
    requestEvmChallenge: async ({ timeout, resources = [], ...fields }, context) => {
      if (!chains().some(({ id }) => id === fields.chainId)) throw otherChain(chains())
      const issued = await challenges.issue({
        caller: callerOf(context),
        timeoutSeconds: timeout,
        publicKey: '',
        write: (fresh) => ethereumChallenge.build({ ...fields, ...fresh, resources }),
      })
      return { ...issued, profileId: profileId(fields.address) }
    },
    verifyEvmChallenge: async ({ message, signature }, context) => {
      const caller = callerOf(context)
      const fields = ethereumChallenge.parse(message)
      if (fields === undefined) throw foreignMessage()
      const { nonce, address, chainId } = fields
      const stored = await challenges.find(fields, message, caller)
      // A key keeps control of its account, whatever code the account delegates to (EIP-7702).
      if (signerOf(message, signature) !== address.toLowerCase()) {
        // Before the node is asked: signatures that no key made must not keep it busy.
        await challenges.countFailure(nonce)
        const asked = { address: address.toLowerCase(), hash: hashMessage(message), signature }
        const isAccepted = await askChain((either) => isContractSignature(chainId, asked, either), {
          signal: context?.signal,
          timeLimitMs: nodeTimeLimitMs,
          failure: 'The account’s contract could not be asked on chain.',
        })
        if (!isAccepted) throw wrongSignature()
      }
      await challenges.use(nonce, caller)
      return { ...challengeRecord(stored, fields), profileId: profileId(address) }
    },
  }
}

const otherChain = (chains: readonly SignInChain[]) =>
  badParameter(
    'chainId',
    `is not a chain that is served here: expected one of ${chains.map(({ id, title }) => `${id} (${title})`).join(', ')}`,
  )

/** The same for an address on every chain. */
const profileId = (address: string): string => `0x${hash('sha3-256', `profile:evm:${address.toLowerCase()}`, 'hex')}`
