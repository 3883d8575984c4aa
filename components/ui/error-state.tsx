import { TriangleAlert } from 'lucide'
import { Icon } from './icon.tsx'
import { StateFrame, type StateProps } from './state-frame.tsx'

/** It did not work. `requestId` lets an operator find the request in the log; `action` holds the way to try again. */
export const ErrorState = ({ requestId, children, ...props }: StateProps & { requestId?: string }) => (
  <StateFrame role="alert" icon={<Icon of={TriangleAlert} size={22} className="text-bad" />} {...props}>
    {children}
    {requestId && (
      <p className="mt-1 text-xs">
        Request <code className="select-all font-mono">{requestId}</code>
      </p>
    )}
  </StateFrame>
)
