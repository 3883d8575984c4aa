import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'

/** The networks that are served, where there are several. */
export const NetworkTabs = ({ networks, current }: { networks: readonly AptosNetwork[]; current: AptosNetwork }) => {
  if (networks.length < 2) return null
  return (
    <nav aria-label="Networks">
      <ul className="flex gap-2">
        {networks.map((network) => (
          <li key={network}>
            <Link
              href={aptosPath(aptosPaths.network(), network)}
              aria-current={network === current ? 'page' : undefined}
              className={classNames(
                'block rounded-lg border px-2.5 py-1 text-sm capitalize',
                network === current
                  ? 'border-accent bg-accent/10 font-medium text-accent'
                  : 'border-line text-muted hover:text-ink',
              )}
            >
              {network}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
