import { CircleSlash, Hourglass } from 'lucide-react'
import { StateFrame, type StateProps } from './state-frame.tsx'

/** There is nothing, and that is certain. */
export const EmptyState = (props: StateProps) => <StateFrame icon={<CircleSlash size={22} />} {...props} />

/** There may be something, and the index has not come that far. Say how far it is and what to set. */
export const NotIndexedState = (props: StateProps) => (
  <StateFrame role="status" icon={<Hourglass size={22} className="text-warn" />} {...props} />
)
