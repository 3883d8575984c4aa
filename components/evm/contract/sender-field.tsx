'use client'

import { useWallet } from '#components/wallet/wallet-store.ts'

/** The sender of a simulation: the connected account, otherwise that of the URL. */
export const SenderField = ({ from }: { from: string | undefined }) => {
  const state = useWallet()
  const sender = state.kind === 'connected' ? state.wallet.account : from
  return sender === undefined ? null : <input type="hidden" name="from" value={sender} />
}
