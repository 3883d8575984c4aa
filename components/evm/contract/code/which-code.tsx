import { proxyTitle } from '#components/evm/contract/proxy-title.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContractCode } from '#lib/evm/contract/code-contract.ts'

/** Says whose code is shown: that of a proxy, or that of a contract it forwards to. */
export const WhichCode = ({
  chain,
  own,
  shown,
  hrefOf,
}: {
  chain: string
  own: EvmContractCode
  /** The address whose code is shown. */
  shown: string
  hrefOf: (address: string) => string
}) => (
  <Panel aria-label="Whose code is shown">
    <div className="grid gap-2 px-4 py-3 text-sm">
      <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        {own.proxy ? proxyTitle(own.proxy) : 'Proxy'}.{' '}
        {shown === own.address ? (
          'Shown is its own code.'
        ) : (
          <>
            Shown is the code that it runs, of <AddressLink chain={chain} address={shown} className="min-w-0" />
          </>
        )}
      </p>
      <ul className="flex flex-wrap gap-1.5">
        {[own.address, ...own.implementations].map((address, index) => (
          <li key={address} className="min-w-0">
            <Link
              href={hrefOf(address)}
              keepScroll
              aria-current={address === shown ? 'true' : undefined}
              className="block truncate rounded-lg border border-line px-2.5 py-1 text-xs hover:text-accent aria-[current]:bg-sunken aria-[current]:font-medium"
            >
              {index === 0 ? "The proxy's own code" : `Code of ${address.slice(0, 10)}…${address.slice(-4)}`}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  </Panel>
)
