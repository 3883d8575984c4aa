'use client'

import { type ComponentType, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { WalletPanelProps } from './panel-props.ts'

type Panel = ComponentType<WalletPanelProps>

/** Each kind loads its own code, and only on request. */
const kinds = [
  {
    title: 'Ethereum wallet',
    isServed: ({ chains }: WalletPanelProps) => chains.length > 0,
    load: async (): Promise<Panel> => (await import('./ethereum-panel.tsx')).EthereumPanel,
  },
  {
    title: 'Aptos wallet',
    isServed: ({ networks }: WalletPanelProps) => networks.length > 0,
    load: async (): Promise<Panel> => (await import('./aptos-panel.tsx')).AptosPanel,
  },
] as const

type Title = (typeof kinds)[number]['title']
type State = { title?: Title; Panel?: Panel; hasFailed?: boolean }

/** The buttons of the sign-in page, one for each kind of wallet, and below them the chosen one. */
export const ConnectWallet = (props: WalletPanelProps) => {
  const [{ title, Panel, hasFailed }, setState] = useState<State>({})
  const choose = async (kind: (typeof kinds)[number]) => {
    setState({ title: kind.title })
    const chosen = await kind.load().then(
      (loaded): State => ({ title: kind.title, Panel: loaded }),
      (): State => ({ hasFailed: true }),
    )
    // Another kind may have been chosen meanwhile.
    setState((now) => (now.title === kind.title ? chosen : now))
  }
  return (
    <div className="space-y-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Kind of wallet</legend>
        {kinds
          .filter(({ isServed }) => isServed(props))
          .map((kind) => (
            <Button
              key={kind.title}
              look={title === undefined || title === kind.title ? 'primary' : 'plain'}
              aria-pressed={title === kind.title}
              onClick={() => choose(kind)}
            >
              {kind.title}
            </Button>
          ))}
      </fieldset>
      {title && !Panel && (
        <p role="status" className="text-sm">
          Looking for wallets…
        </p>
      )}
      {Panel && <Panel {...props} />}
      {hasFailed && (
        <p role="alert" className="text-bad text-sm">
          The wallet code could not be loaded. Check your connection and try again. If Spyglass was updated, reload the
          page.
        </p>
      )}
    </div>
  )
}
