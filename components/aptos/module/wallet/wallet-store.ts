import { useSyncExternalStore } from 'react'
import type { ChangeNetwork } from '#components/wallet/use-change-network.ts'
import type { Submit } from '#components/wallet/use-submit.ts'
import type { SignInNetwork } from '#components/wallet/wallet-network.ts'

/** A connected wallet. Its name is its own claim, and shown as text. */
export type SigningWallet = {
  name: string
  /** In the long form. */
  account: string
  publicKey: string
  /** Undefined for a network that is not served. */
  network: SignInNetwork | undefined
  /** Undefined if the wallet cannot send transactions by itself. */
  submit: Submit | undefined
  /** Undefined if its network can only be changed in its own settings. */
  changeNetwork: ChangeNetwork | undefined
}

let wallet: SigningWallet | undefined
const listeners = new Set<() => void>()

export const setSigningWallet = (next: SigningWallet | undefined): void => {
  wallet = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The wallet that all forms of a page share. */
export const useSigningWallet = (): SigningWallet | undefined =>
  useSyncExternalStore(
    subscribe,
    () => wallet,
    () => undefined,
  )

/** The wallet that was connected in this tab: it is connected again when a form loads the next page. */
export const aptosRememberedKey = 'spyglass.aptos-wallet'
