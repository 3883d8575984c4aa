import type { ComponentProps, ReactNode } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { isNotServed } from '#components/to-answer.ts'
import { Panel } from '#components/ui/panel.tsx'
import { DailyActivity } from './daily-activity.tsx'

type Days = ComponentProps<typeof DailyActivity>

type Props = Omit<Days, 'answer'> & {
  /** Why nothing is known. */
  fault: ComponentProps<typeof FaultState> | undefined
  days: Days['answer'] | undefined
  /** Facts; nothing where they are not known. */
  children: ReactNode
}

/** The facts of an asset or a collection beside its activity by day, or why there are none. */
export const FactsAndDays = ({ fault, days, children, ...activity }: Props) => (
  <>
    {fault && !isNotServed(fault) && (
      <Panel>
        <FaultState {...fault} />
      </Panel>
    )}
    {children && (
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {children}
        {days && <DailyActivity answer={days} {...activity} />}
      </div>
    )}
  </>
)
