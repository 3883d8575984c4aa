'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { WalletFault } from '#components/wallet/wallet-fault.ts'
import { type AptosNetwork, networkTitles } from '#components/wallet/wallet-network.ts'
import type { SigningWallet } from './wallet-store.ts'

/** The network of the wallet is not that of the page. Wallets that support it switch on request. */
export const WrongNetwork = ({
  wallet: { name, network, changeNetwork },
  wanted,
}: {
  wallet: SigningWallet
  wanted: AptosNetwork
}) => {
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<WalletFault>()
  const title = networkTitles[wanted]
  const change = async (ask: NonNullable<typeof changeNetwork>) => {
    setAsking(true)
    setFault(undefined)
    setFault(await ask(wanted))
    setAsking(false)
  }
  return (
    <div className="grid gap-2 text-sm">
      <p role="status" className="wrap-anywhere">
        {name} is on {network ? networkTitles[network] : 'another network'}, and this page shows {title}.
        {!changeNetwork && ' Switch to it in the network settings of the wallet.'}
      </p>
      {changeNetwork && (
        <p>
          <Button disabled={isAsking} onClick={() => change(changeNetwork)}>
            {isAsking ? `Waiting for ${name}…` : `Switch to ${title}`}
          </Button>
        </p>
      )}
      {fault && (
        <p role="alert" className="wrap-anywhere text-bad">
          {fault.title}. {fault.text}
        </p>
      )}
    </div>
  )
}
