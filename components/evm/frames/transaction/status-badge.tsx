import { CircleCheck, CircleX } from 'lucide'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { statusOf } from '#lib/format/transaction.ts'

export const StatusBadge = ({ transaction }: { transaction: { receipt_status: string | null } }) => {
  const status = statusOf(transaction)
  if (status === 'unknown') return <Badge>Not recorded before Byzantium</Badge>
  return status === 'success' ? (
    <Badge tone="good">
      <Icon of={CircleCheck} size={13} /> Success
    </Badge>
  ) : (
    <Badge tone="bad">
      <Icon of={CircleX} size={13} /> Failed
    </Badge>
  )
}
