import { CircleSlash, Hourglass } from 'lucide'
import { Icon } from './icon.tsx'
import { StateFrame, type StateProps } from './state-frame.tsx'

/** The list is empty, and nothing is missing. */
export const EmptyState = (props: StateProps) => <StateFrame icon={<Icon of={CircleSlash} size={22} />} {...props} />

/** There may be something that is not indexed yet: shows the progress and what to configure. */
export const NotIndexedState = (props: StateProps) => (
  <StateFrame role="status" icon={<Icon of={Hourglass} size={22} className="text-warn" />} {...props} />
)
