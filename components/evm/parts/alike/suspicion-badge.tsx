import { Badge } from '#components/ui/badge.tsx'
import type { Suspicion } from '#lib/format/look-alike.ts'
import { relationText } from './relation-text.ts'

/** Why a row is suspicious: one word, with the full reason in its title. */
export const SuspicionBadge = ({ imitated, doubt }: Suspicion) =>
  imitated ? (
    <Badge
      tone="bad"
      title={`An address with the same first and last characters as ${imitated.address}, ${relationText[imitated.relation]}, among the rows loaded here`}
    >
      Look-alike
    </Badge>
  ) : (
    <Badge
      tone="warn"
      title={doubt === 'spam' ? 'The token looks like spam' : 'Zero-value transfer: anyone can create one'}
    >
      {doubt === 'spam' ? 'Spam' : 'Zero value'}
    </Badge>
  )
