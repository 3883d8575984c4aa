import { CircleSlash, Hourglass } from 'lucide'
import { Icon } from './icon.tsx'
import { StateFrame, type StateProps } from './state-frame.tsx'

/** There is nothing, and that is certain. */
export const EmptyState = (props: StateProps) => <StateFrame icon={<Icon of={CircleSlash} size={22} />} {...props} />

/** There may be something, and the index has not come that far. Say how far it is and what to set. */
export const NotIndexedState = (props: StateProps) => (
  <StateFrame role="status" icon={<Icon of={Hourglass} size={22} className="text-warn" />} {...props} />
)
