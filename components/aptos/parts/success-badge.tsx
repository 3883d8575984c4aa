import { None } from '#components/aptos/parts/values/none.tsx'
import { Badge } from '#components/ui/badge.tsx'

/** Whether a transaction succeeded; the VM status is in its title. */
export const SuccessBadge = ({ success, vmStatus }: { success: boolean | undefined; vmStatus?: string }) => {
  if (success === undefined) return <None />
  return (
    <Badge tone={success ? 'good' : 'bad'} title={vmStatus}>
      {success ? 'Success' : 'Failed'}
    </Badge>
  )
}
