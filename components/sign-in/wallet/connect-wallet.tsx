'use client'

import { type ComponentType, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { ConnectWalletProps } from './wallet-panel.tsx'

/**
 * The only button of the sign-in page, and what replaces it. The wallet adapter is larger than all our pages together,
 * so it is only loaded on request.
 */
export const ConnectWallet = (props: ConnectWalletProps) => {
  const [loaded, setLoaded] = useState<{ Panel: ComponentType<ConnectWalletProps> }>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const connect = async () => {
    setState('loading')
    try {
      const { WalletPanel } = await import('./wallet-panel.tsx')
      setLoaded({ Panel: WalletPanel })
    } catch {
      setState('failed')
    }
  }
  if (loaded) return <loaded.Panel {...props} />
  return (
    <div>
      <Button look="primary" disabled={state === 'loading'} onClick={connect}>
        {state === 'loading' ? 'Looking for wallets…' : 'Connect a wallet'}
      </Button>
      {state === 'failed' && (
        <p role="alert" className="mt-3 text-bad text-sm">
          The wallet code could not be loaded. Check your connection and try again. If Spyglass was updated, reload the
          page.
        </p>
      )}
    </div>
  )
}
