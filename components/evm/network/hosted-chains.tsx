import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

/** Chains that only the hosted service serves; it does not report their progress. */
export const HostedChains = ({ chains }: { chains: readonly EvmChainState[] }) =>
  chains.length > 0 && (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2 pr-12 pl-4 text-sm last:border-b-0">
      <span className="text-muted">From the hosted service</span>
      {chains.map(({ chain, title }) => (
        <Link key={chain} href={evmPaths.chain({ chain })} className="py-1 hover:text-accent">
          {title}
        </Link>
      ))}
    </li>
  )
