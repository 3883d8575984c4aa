'use client'

import { useEffect } from 'react'
import { Button } from '#components/ui/button.tsx'
import { rememberedKey, useWallet, type WalletState } from '#components/wallet/wallet-store.ts'
import { cutText } from '#lib/format/cut-texts.ts'

const load = () => import('#components/wallet/connect-wallet.ts')

/** The wallet that signs. Its code is loaded when "Connect wallet" is pressed. */
export const WalletBar = ({
  hint = 'Each call is simulated first; the wallet signs and sends it. This server sends nothing.',
}: {
  /** Shown while no wallet is connected. */
  hint?: string
}) => {
  const state = useWallet()
  useEffect(() => {
    const rdns = sessionStorage.getItem(rememberedKey)
    if (rdns) void load().then(({ reconnectWallet }) => reconnectWallet(rdns))
  }, [])
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3 text-sm">
      {state.kind === 'connected' ? (
        <Button onClick={() => load().then(({ disconnectWallet }) => disconnectWallet())}>Disconnect</Button>
      ) : (
        <Button
          look="primary"
          disabled={state.kind === 'looking' || state.kind === 'asking'}
          onClick={() => load().then(({ connectWallet }) => connectWallet())}
        >
          Connect wallet
        </Button>
      )}
      {state.kind === 'choosing' &&
        state.wallets.map((wallet) => (
          <Button key={wallet.id} onClick={() => load().then(({ chooseWallet }) => chooseWallet(wallet))}>
            <span className="wrap-anywhere">{wallet.name}</span>
            {wallet.isSecond && <span className="text-warn"> (second wallet of {cutText(wallet.rdns, 60)})</span>}
          </Button>
        ))}
      <span role="status" className={state.kind === 'failed' ? 'text-bad' : 'wrap-anywhere min-w-0 text-muted'}>
        {state.kind === 'none' ? hint : statusText(state)}
      </span>
    </div>
  )
}

const statusText = (state: Exclude<WalletState, { kind: 'none' }>): string => {
  switch (state.kind) {
    case 'looking':
      return 'Looking for wallets…'
    case 'choosing':
      return 'Choose a wallet.'
    case 'asking':
      return `Waiting for ${state.name}…`
    case 'connected':
      return `${state.wallet.name}: ${state.wallet.account}`
    case 'failed':
      return state.message
  }
}
