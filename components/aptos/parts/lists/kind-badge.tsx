import { transactionKind } from '#components/aptos/parts/transaction-kind.ts'
import { Badge } from '#components/ui/badge.tsx'

/** The kind of a transaction; its type on hover. */
export const KindBadge = ({ type }: { type: string }) => {
  const { tone, title } = transactionKind(type)
  return (
    <Badge tone={tone} title={type}>
      {title}
    </Badge>
  )
}
