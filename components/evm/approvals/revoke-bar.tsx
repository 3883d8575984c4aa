'use client'

import { useState } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import type { WalletChain } from '#components/evm/parts/signing/send-transaction.ts'
import { WalletBar } from '#components/evm/parts/signing/wallet-bar.tsx'
import { Button } from '#components/ui/button.tsx'
import { useWallet } from '#components/wallet/evm/wallet-store.ts'

/** The visitor's wallet above the approvals, and why it cannot revoke them. */
export const RevokeBar = ({ id, walletChain, owner }: { id: string; walletChain: WalletChain; owner: string }) => {
  const state = useWallet()
  const [fault, setFault] = useState<string>()
  const change = async () => {
    if (state.kind !== 'connected') return
    const { switchChain } = await import('#components/evm/parts/signing/send-transaction.ts')
    setFault(await switchChain(state.wallet, walletChain))
  }
  return (
    <>
      <WalletBar hint="To revoke approvals, connect the wallet that granted them. It signs and sends; this server does not." />
      <div id={id} className="text-sm empty:hidden [&>p]:border-line [&>p]:border-b [&>p]:px-4 [&>p]:py-2">
        {state.kind !== 'connected' && <p className="sr-only">Connect the wallet of this address first.</p>}
        {state.kind === 'connected' && state.wallet.account !== owner && (
          <p className="text-warn">
            The wallet is connected with another account. Only <Hash value={owner} /> can revoke these approvals.
          </p>
        )}
        {state.kind === 'connected' &&
          state.wallet.account === owner &&
          state.wallet.chainId !== BigInt(walletChain.chainId) && (
            <p className="flex flex-wrap items-center gap-3 text-warn">
              The wallet is on another chain (chain id {String(state.wallet.chainId)}).
              <Button onClick={change}>Switch to {walletChain.title}</Button>
              <span role="status" className="text-bad">
                {fault}
              </span>
            </p>
          )}
      </div>
    </>
  )
}
