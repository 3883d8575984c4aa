import { hash } from 'node:crypto'
import { hashMessage } from 'viem/utils'
import { storeClock, type UnixClock } from '#lib/account/clock.ts'
import type { SignInChain } from '#lib/account/contract/account.ts'
import type { SignInApi } from '#lib/account/contract/api.ts'
import { askChain } from '#lib/account/wallet/ask-chain.ts'
import { ethereumChallenge } from '#lib/account/wallet/challenge-text.ts'
import {
  callerOf,
  challengeRecord,
  createChallenges,
  foreignMessage,
  wrongSignature,
} from '#lib/account/wallet/challenges.ts'
import type { Service } from '#lib/api/endpoint.ts'
import { badParameter } from '#lib/base/errors.ts'
import type { Store } from '#lib/store/store.ts'
import { signerOf } from './key-signature.ts'

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

export type EthereumSignInOptions = EthereumAccounts & {
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
