import type { Service } from '#lib/api/endpoint.ts'
import type { Store } from '#lib/store/store.ts'
import { type AptosAccounts, createAptosSignIn } from './aptos/aptos-sign-in.ts'
import type { Clock } from './clock.ts'
import type { SignInApi } from './contract/api.ts'
import { createEthereumSignIn, type EthereumAccounts } from './ethereum/ethereum-sign-in.ts'

/** What the chains of this server know of accounts, by which these sign in. */
export type OnChainAccounts = { aptos?: AptosAccounts; ethereum?: EthereumAccounts }

export type OwnSignInOptions = OnChainAccounts & { store: Store<unknown>; clock?: Clock; nodeTimeLimitMs?: number }

/** Our own verifiers: challenges are kept in the store. Without a node of its chains, a ledger has none. */
export const createOwnSignIn = ({ aptos, ethereum, ...parts }: OwnSignInOptions): Partial<Service<SignInApi>> => ({
  ...(aptos && createAptosSignIn({ ...parts, ...aptos })),
  ...(ethereum && createEthereumSignIn({ ...parts, ...ethereum })),
})
