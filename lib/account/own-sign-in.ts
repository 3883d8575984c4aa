import type { SignInChain } from '#lib/account/contract/account.ts'
import type { SignInApi } from '#lib/account/contract/api.ts'
import type { Service } from '#lib/api/endpoint.ts'
import type { Store } from '#lib/store/store.ts'
import { type AptosAccounts, createAptosSignIn } from './aptos-sign-in.ts'
import type { UnixClock } from './clock.ts'
import { createEthereumSignIn, type EthereumAccounts } from './ethereum-sign-in.ts'

/** What the chains of this server know of accounts, by which these sign in. */
export type OnChainAccounts = { aptos?: AptosAccounts; ethereum?: EthereumAccounts }

export type OwnSignInOptions = OnChainAccounts & { store: Store<unknown>; clock?: UnixClock; nodeTimeLimitMs?: number }

/** Our own verifiers: challenges are kept in the store. Without a node of its chains, a ledger has none. */
export const createOwnSignIn = ({ aptos, ethereum, ...parts }: OwnSignInOptions): Partial<Service<SignInApi>> => ({
  ...(aptos && createAptosSignIn({ ...parts, ...aptos })),
  ...(ethereum && createEthereumSignIn({ ...parts, ...ethereum })),
})

/** What a hosted service verifies beside the chains of this server. */
const hostedNetworks = ['mainnet', 'testnet'] as const
const hostedChains: readonly SignInChain[] = [{ id: 1, title: 'Ethereum' }]

/** The Aptos networks and EVM chains whose accounts can sign in; EVM chains as they are served now. */
export const signInLedgers = ({ aptos, ethereum }: OnChainAccounts, isHosted: boolean) => {
  const networks = isHosted ? hostedNetworks : (aptos?.networks ?? [])
  const chains = (): readonly SignInChain[] => {
    const own = (ethereum?.chains() ?? []).map(({ id, title }) => ({ id, title }))
    return isHosted && own.length === 0 ? hostedChains : own
  }
  return { networks, chains, isAvailable: () => networks.length > 0 || chains().length > 0 }
}
