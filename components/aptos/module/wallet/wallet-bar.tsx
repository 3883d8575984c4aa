'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { aptosRememberedKey } from './wallet-store.ts'

type PanelProps = { reconnect?: string }

/** The wallet that signs. The wallet adapter is loaded when "Connect wallet" is pressed. */
export const AptosWalletBar = () => {
  const [loaded, setLoaded] = useState<{ Panel: ComponentType<PanelProps>; reconnect?: string }>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const load = async (reconnect?: string) => {
    setState('loading')
    try {
      const { WalletPanel } = await import('./wallet-panel.tsx')
      setLoaded({ Panel: WalletPanel, reconnect })
    } catch {
      setState('failed')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page was loaded
  useEffect(() => {
    const name = sessionStorage.getItem(aptosRememberedKey)
    if (name !== null) void load(name)
  }, [])
  return (
    <div className="border-line border-b px-4 py-3 text-sm">
      {loaded ? (
        <loaded.Panel reconnect={loaded.reconnect} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button look="primary" disabled={state === 'loading'} onClick={() => load()}>
            {state === 'loading' ? 'Looking for wallets…' : 'Connect wallet'}
          </Button>
          {state === 'failed' ? (
            <span role="alert" className="text-bad">
              The wallet code could not be loaded. Check your connection and try again.
            </span>
          ) : (
            <span className="text-muted">
              Each call is simulated first; the wallet signs and sends it. This server sends nothing.
            </span>
          )}
        </div>
      )}
    </div>
  )
}
