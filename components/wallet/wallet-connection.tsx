'use client'
import {
  type AdapterNotDetectedWallet,
  type AdapterWallet,
  AptosWalletAdapterProvider,
  useWallet,
  WalletCore,
} from '@aptos-labs/wallet-adapter-react'
import { ExternalLink } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { FaultNotice } from './fault-notice.tsx'
import { WalletButton, WalletPicture } from './wallet-button.tsx'
import { type WalletFault, walletFault } from './wallet-fault.ts'

type WalletListProps = {
  wallets: readonly AdapterWallet[]
  /** Known to the adapter, but not installed in this browser. */
  missing: readonly AdapterNotDetectedWallet[]
  onChoose: (name: string) => void
}

/** The wallets of this browser, or links to get one. */
const WalletList = ({ wallets, missing, onChoose }: WalletListProps) => {
  if (wallets.length > 0)
    return (
      <ul aria-label="Wallets" className="grid gap-2">
        {wallets.map(({ name, icon }) => (
          <li key={name}>
            <WalletButton name={name} icon={icon} onChoose={() => onChoose(name)} />
          </li>
        ))}
      </ul>
    )
  const known = missing.filter(({ url }) => url.startsWith('https://')).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return (
    <div className="space-y-3 text-sm">
      <p role="status" className="font-medium">
        No Aptos wallet was found in this browser.
      </p>
      <p className="text-muted">
        Install one of these and it appears here; on a phone, open this page in the browser inside the wallet’s app.
        Links lead to the makers’ own sites, which we do not vouch for.
      </p>
      <ul aria-label="Wallets to install" className="grid gap-2 sm:grid-cols-2">
        {known.map(({ name, url, icon }) => (
          <li key={name}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="flex items-center gap-3 rounded-lg border border-line px-3 py-2 hover:border-accent hover:text-accent"
            >
              <WalletPicture icon={icon} />
              <span className="min-w-0 grow truncate">{name}</span>
              <Icon of={ExternalLink} size={14} className="shrink-0 text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/*
 * On connecting, the adapter would request the account's name from a third-party service. It is not shown here, and
 * pages contact no other origin.
 */
Object.assign(WalletCore.prototype, { setAnsName: async () => {} })

/** What a wallet says of itself: texts of a third-party program. */
export type ConnectedAptosWallet = {
  name: string
  address: string
  publicKey: string
  chainId: number | undefined
  /** Disconnects, to choose another wallet. */
  leave: () => void
}

type WalletConnectionProps = {
  /** The name of a wallet to connect without a choice. */
  reconnect?: string
  /** Shown in place of the list once a wallet is connected. */
  children: (wallet: ConnectedAptosWallet) => ReactNode
}

/** Lists wallets and connects one. Contains the wallet adapter and its dependencies: load it on request only. */
export const WalletConnection = (props: WalletConnectionProps) => (
  <AptosWalletAdapterProvider autoConnect={false} disableTelemetry>
    <Connection {...props} />
  </AptosWalletAdapterProvider>
)

type Step = { kind: 'choosing'; fault?: WalletFault } | { kind: 'connecting'; wallet: string }

const Connection = ({ reconnect, children }: WalletConnectionProps) => {
  const { connect, disconnect, connected, account, network, wallet, wallets, notDetectedWallets } = useWallet()
  const [step, setStep] = useState<Step>({ kind: 'choosing' })
  const attempts = useRef(0)
  const isReconnected = useRef(false)

  const choose = async (name: string) => {
    const attempt = ++attempts.current
    setStep({ kind: 'connecting', wallet: name })
    try {
      // Its type is void, but it is a promise that wallets reject.
      await connect(name)
      if (attempts.current === attempt) setStep({ kind: 'choosing' })
    } catch (thrown) {
      if (attempts.current === attempt) setStep({ kind: 'choosing', fault: walletFault(thrown) })
    }
  }
  const startOver = async () => {
    attempts.current += 1
    setStep({ kind: 'choosing' })
    try {
      await disconnect()
    } catch {
      // The wallet was not connected, or is gone: the list is shown either way.
    }
  }
  useEffect(() => {
    if (isReconnected.current || !wallets.some(({ name }) => name === reconnect)) return
    isReconnected.current = true
    if (reconnect !== undefined) void choose(reconnect)
  })

  if (connected && account && wallet)
    return children({
      name: wallet.name,
      address: account.address.toString(),
      publicKey: account.publicKey.toString(),
      chainId: network?.chainId,
      leave: startOver,
    })
  if (step.kind === 'connecting')
    return (
      <div role="status" className="flex flex-wrap items-center gap-3 text-sm">
        <span>Waiting for {step.wallet}: allow the connection there.</span>
        <Button onClick={startOver}>Choose another</Button>
      </div>
    )
  return (
    <div className="space-y-4">
      {step.fault && <FaultNotice fault={step.fault} />}
      <WalletList wallets={wallets} missing={notDetectedWallets} onChoose={choose} />
    </div>
  )
}
