import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { ChoiceLink } from '#components/aptos/parts/choice-link.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'

const choices = [
  { kind: undefined, title: 'User transactions' },
  { kind: 'all', title: 'All' },
] as const

/** The value of the `kind` filter that a URL names; undefined for transactions of users. */
export const shownKind = (text: string | undefined): 'all' | undefined =>
  choices.find(({ kind }) => kind === text)?.kind

/** Links to the transactions of users, and to all. */
export const KindChoice = ({ network, chosen }: { network: AptosNetwork; chosen: 'all' | undefined }) => (
  <nav aria-label="Kinds of transaction" className="mb-4 overflow-x-auto">
    <ul className="flex gap-2">
      {choices.map(({ kind, title }) => (
        <li key={title}>
          <ChoiceLink
            href={aptosPath(aptosPaths.transactions(), network, { kind })}
            keepScroll
            aria-current={kind === chosen ? 'true' : undefined}
          >
            {title}
          </ChoiceLink>
        </li>
      ))}
    </ul>
  </nav>
)
