'use client'

import { useSigningWallet } from './wallet-store.ts'

/** The account of a simulation: that of the connected wallet with its key, otherwise what is typed. */
export const AptosSenderField = ({
  id,
  sender,
  className,
}: {
  id: string
  sender: string | undefined
  className: string
}) => {
  const wallet = useSigningWallet()
  return (
    <label htmlFor={id} className="block text-sm">
      <span className="flex flex-wrap gap-x-2 text-xs">
        <span>sender</span>
        <span className="font-mono text-muted">{wallet ? 'account of the wallet' : 'address'}</span>
      </span>
      <input
        key={wallet?.account}
        id={id}
        name="sender"
        defaultValue={wallet?.account ?? sender}
        readOnly={wallet !== undefined}
        required
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        className={className}
      />
      {wallet && <input type="hidden" name="key" value={wallet.publicKey} />}
    </label>
  )
}
