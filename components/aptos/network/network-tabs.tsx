import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { ChoiceLink } from '#components/aptos/parts/choice-link.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'

/** The networks that are served, where there are several. */
export const NetworkTabs = ({ networks, current }: { networks: readonly AptosNetwork[]; current: AptosNetwork }) => {
  if (networks.length < 2) return null
  return (
    <nav aria-label="Networks">
      <ul className="flex gap-2">
        {networks.map((network) => (
          <li key={network}>
            <ChoiceLink
              href={aptosPath(aptosPaths.network(), network)}
              aria-current={network === current ? 'page' : undefined}
              className="capitalize"
            >
              {network}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
