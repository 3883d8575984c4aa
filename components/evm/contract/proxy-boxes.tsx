import { ArrowDown, ArrowRight } from 'lucide'
import type { ReactNode } from 'react'
import { AddressMark } from '#components/chain/address-mark.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmContract } from '#lib/evm/contract/contract.ts'

/** Implementations in the picture; the facts below it list more. */
const implementationsMax = 3
/** Who may change what a proxy runs. */
const powers: readonly string[] = ['proxy admin', 'beacon', 'beacon owner', 'proxy admin owner']

const shortAddress = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`

const Box = ({
  chain,
  title,
  address,
  label,
  isThis = false,
}: {
  chain: string
  title: string
  address: string
  label: string | null
  isThis?: boolean
}) => (
  <div
    className={`flex min-w-0 items-center gap-2.5 rounded-lg border px-3 py-2 ${isThis ? 'border-chart' : 'border-line'} bg-sunken`}
  >
    <AddressMark address={address} />
    <div className="min-w-0">
      <p className="text-label text-muted">{title}</p>
      {isThis ? (
        <p className="truncate font-medium text-sm">This contract</p>
      ) : (
        <Link
          href={evmPaths.wallet({ chain, address })}
          title={address}
          className={`block truncate text-accent text-sm hover:underline ${label ? '' : 'font-mono'}`}
        >
          {label ?? shortAddress(address)}
        </Link>
      )}
    </div>
  </div>
)

const Step = ({ children }: { children: ReactNode }) => (
  <span className="flex items-center gap-1.5 self-center text-label text-muted md:flex-col md:gap-0">
    {children}
    <Icon of={ArrowRight} size={16} className="max-md:hidden" aria-hidden />
    <Icon of={ArrowDown} size={16} className="md:hidden" aria-hidden />
  </span>
)

/** A proxy as boxes: who can change it, the proxy, and what it runs. Nothing for other contracts. */
export const ProxyBoxes = ({
  chain,
  contract: { address, codes, roles, proxy },
}: {
  chain: string
  contract: EvmContract
}) => {
  const implementations = codes.filter(({ role }) => role === 'implementation').slice(0, implementationsMax)
  if (implementations.length === 0) return null
  const holders = roles.filter(({ role, address }) => powers.includes(role) && address !== zeroAddress)
  return (
    <figure
      aria-label="Proxy and implementation"
      className="flex flex-col items-stretch justify-center gap-3 border-line border-b px-4 py-4 md:flex-row"
    >
      {holders.length > 0 && (
        <>
          <div className="grid min-w-0 content-center gap-2">
            {holders.map((holder) => (
              <Box
                key={`${holder.role} ${holder.address}`}
                chain={chain}
                title={`${holder.role.charAt(0).toUpperCase()}${holder.role.slice(1)}`}
                address={holder.address}
                label={holder.label}
              />
            ))}
          </div>
          <Step>can upgrade</Step>
        </>
      )}
      <div className="grid min-w-0 content-center">
        <Box chain={chain} title={proxy === 'eip7702' ? 'Account' : 'Proxy'} address={address} label={null} isThis />
      </div>
      <Step>runs</Step>
      <div className="grid min-w-0 content-center gap-2">
        {implementations.map((code) => (
          <Box key={code.address} chain={chain} title="Implementation" address={code.address} label={code.label} />
        ))}
      </div>
    </figure>
  )
}
