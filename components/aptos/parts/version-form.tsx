import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { AptosNetwork } from './aptos-path.ts'

const inputClasses = 'field'

/** Chooses the ledger version that state is read at. A plain GET form: the URL is the state. */
export const VersionForm = ({
  action,
  network,
  version,
  children,
}: {
  action: string
  network: AptosNetwork
  version: string | undefined
  /** Fields before that of the version. */
  children?: ReactNode
}) => (
  <form action={action} className="flex flex-wrap items-end gap-2 border-line border-b px-4 py-3">
    {network === 'testnet' && <input type="hidden" name="network" value={network} />}
    {children}
    <label htmlFor="state-version" className="block text-sm">
      <span className="text-muted text-xs">After version</span>
      <input
        id="state-version"
        name="version"
        inputMode="numeric"
        defaultValue={version}
        placeholder="newest"
        className={`${inputClasses} w-40`}
      />
    </label>
    <Button type="submit" className="h-9">
      Show
    </Button>
  </form>
)
