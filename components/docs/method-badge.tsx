import { Badge } from '#components/ui/badge.tsx'
import type { EndpointReference } from '#lib/api/reference.ts'

export const MethodBadge = ({ method }: Pick<EndpointReference, 'method'>) => (
  <Badge tone={method === 'GET' ? 'good' : 'accent'} className="font-mono">
    {method}
  </Badge>
)
