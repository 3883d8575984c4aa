import type { ComponentProps, ReactNode } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { isNotServed } from '#components/to-answer.ts'
import { Panel } from '#components/ui/panel.tsx'
import { DailyActivity } from './daily-activity.tsx'

type Days = ComponentProps<typeof DailyActivity>

type Props = Omit<Days, 'answer'> & {
  /** The error, if the facts could not be loaded. */
  fault: ComponentProps<typeof FaultState> | undefined
  days: Days['answer'] | undefined
  /** The facts, if they are known. */
  children: ReactNode
}

/** The facts of an asset or a collection next to its daily activity, or the error if they could not be loaded. */
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
