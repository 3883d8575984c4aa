import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { ChoiceLink } from '#components/aptos/parts/choice-link.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'

/** Sent transactions come from the node, the others from the index. */
const choices = [
  { show: undefined, title: 'Sent' },
  { show: 'received', title: 'Received' },
  { show: 'all', title: 'All' },
] as const

/** The value of the `show` filter that a URL names; undefined for the sent ones. */
export const shownDirection = (text: string | undefined): 'received' | 'all' | undefined =>
  choices.find(({ show }) => show === text)?.show

/** Links to the transactions that an account sent or received. */
export const DirectionChoice = ({
  address,
  network,
  chosen,
}: {
  address: string
  network: AptosNetwork
  chosen: 'received' | 'all' | undefined
}) => (
  <nav aria-label="Direction of transactions" className="overflow-x-auto">
    <ul className="flex gap-2">
      {choices.map(({ show, title }) => (
        <li key={title}>
          <ChoiceLink
            href={aptosPath(aptosPaths.account({ address }), network, { show })}
            keepScroll
            aria-current={show === chosen ? 'true' : undefined}
          >
            {title}
          </ChoiceLink>
        </li>
      ))}
    </ul>
  </nav>
)
