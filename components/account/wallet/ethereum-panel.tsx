'use client'

import { useEffect, useRef } from 'react'
import { fromAccount } from '#components/account/account-request.ts'
import { Button } from '#components/ui/button.tsx'
import { chooseWallet, connectWallet } from '#components/wallet/connect-wallet.ts'
import { WalletButton } from '#components/wallet/wallet-button.tsx'
import { type ConnectedWallet, signText, useWallet } from '#components/wallet/wallet-store.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { WalletPanelProps } from './panel-props.ts'
import { SignMessage } from './sign-message.tsx'
import type { SignInWay } from './use-sign-in.ts'

const rdnsMax = 60

/** Connects a wallet of EVM chains (EIP-6963), which then signs. */
export const EthereumPanel = (props: WalletPanelProps) => {
  const state = useWallet()
  const isConnected = useRef(state.kind === 'connected')
  useEffect(() => {
    // A form of this tab may have connected one. Never again by itself: a wallet could refuse each time.
    if (!isConnected.current) void connectWallet()
  }, [])
  switch (state.kind) {
    case 'none':
      return <Button onClick={connectWallet}>Look for wallets</Button>
    case 'looking':
      return (
        <p role="status" className="text-sm">
          Looking for wallets…
        </p>
      )
    case 'choosing':
      return (
        <ul aria-label="Wallets" className="grid gap-2">
          {state.wallets.map((wallet) => (
            <li key={wallet.id}>
              <WalletButton name={wallet.name} onChoose={() => chooseWallet(wallet)}>
                {wallet.isSecond && <span className="text-warn">second wallet of {cutText(wallet.rdns, rdnsMax)}</span>}
              </WalletButton>
            </li>
          ))}
        </ul>
      )
    case 'asking':
      return (
        <div role="status" className="flex flex-wrap items-center gap-3 text-sm">
          <span className="wrap-anywhere">Waiting for {state.name}: allow the connection there.</span>
          <Button onClick={connectWallet}>Choose another</Button>
        </div>
      )
    case 'failed':
      return (
        <div className="space-y-3 text-sm">
          <p role="alert" className="wrap-anywhere text-bad">
            {state.message}
          </p>
          <Button onClick={connectWallet}>Try again</Button>
        </div>
      )
    case 'connected':
      return <SignInWithEthereum {...props} wallet={state.wallet} />
  }
}

const SignInWithEthereum = ({ wallet, chains, domain, next }: WalletPanelProps & { wallet: ConnectedWallet }) => {
  const { name, account: address } = wallet
  const own = chains.find(({ id }) => BigInt(id) === wallet.chainId)
  // A key signs for its account on every chain, so that it need not be on a served one.
  const chain = own ?? chains[0]
  const way: SignInWay = {
    who: `${chain?.id} ${address}`,
    start: () => fromAccount('/start/evm', 'POST').call({ address, chainId: chain?.id ?? 0 }),
    sign: async ({ message }) => {
      const signature = await signText(wallet, message)
      return signature === undefined ? undefined : { message, signature }
    },
    finish: (signed) => fromAccount('/finish/evm', 'POST').call({ ...signed, next }),
  }
  return (
    <SignMessage
      wallet={name}
      address={address}
      network={own?.title ?? 'another chain'}
      way={way}
      domain={domain}
      onChange={connectWallet}
    >
      {!own && chain && (
        <p className="text-muted">
          The wallet’s chain (chain id {String(wallet.chainId)}) is not served here, so the message names {chain.title}.
          That works for accounts with a key; a contract account has to be on {chain.title}.
        </p>
      )}
    </SignMessage>
  )
}
