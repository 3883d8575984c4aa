import { TriangleAlert } from 'lucide'
import { Icon } from './icon.tsx'
import { StateFrame, type StateProps } from './state-frame.tsx'

/** An error. `requestId` identifies the request in the log; `action` is a way to retry. */
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
