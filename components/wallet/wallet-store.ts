import { useSyncExternalStore } from 'react'
import { digitsOfBytes } from '#lib/base/hex.ts'

/** Sends a request to a wallet, as EIP-1193 defines it. */
type WalletRequest = (request: { method: string; params?: readonly unknown[] }) => Promise<unknown>

/** A wallet that announced itself (EIP-6963). Its name is its own claim, and shown as text. */
export type FoundWallet = {
  /** The `uuid` of its announcement, new in each page. */
  id: string
  /** The domain that it claims, the same in each page. */
  rdns: string
  name: string
  /** Another wallet claimed that domain before. */
  isSecond: boolean
  request: WalletRequest
  on: (event: string, act: () => void) => void
}

export type ConnectedWallet = FoundWallet & { account: string; chainId: bigint }

export type WalletState =
  | { kind: 'none' }
  | { kind: 'looking' }
  | { kind: 'choosing'; wallets: readonly FoundWallet[] }
  | { kind: 'asking'; name: string }
  | { kind: 'connected'; wallet: ConnectedWallet }
  | { kind: 'failed'; message: string }

const none: WalletState = { kind: 'none' }
let state: WalletState = none
const listeners = new Set<() => void>()

export const setWallet = (next: WalletState): void => {
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The wallet that all parts of a page share. */
export const useWallet = (): WalletState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => none,
  )

/** The wallet that was connected in this tab: it is connected again without asking when a form loads the next page. */
export const rememberedKey = 'spyglass.evm-wallet'

/**
 * The wallet's signature over a text (`personal_sign` of EIP-191); undefined if it returned something else. Throws what the
 * wallet throws. The text is sent as hex, which every wallet reads the same way.
 */
export const signText = async (
  { request, account }: Pick<ConnectedWallet, 'request' | 'account'>,
  text: string,
): Promise<string | undefined> => {
  const hex = digitsOfBytes(new TextEncoder().encode(text))
  const signature = await request({ method: 'personal_sign', params: [`0x${hex}`, account] })
  return typeof signature === 'string' && /^0x([0-9a-f]{2})+$/i.test(signature) ? signature : undefined
}
