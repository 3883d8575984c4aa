import { Check, CircleHelp, X } from 'lucide'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'

const looks = {
  held: { tone: 'good', icon: Check, word: 'passed' },
  failed: { tone: 'bad', icon: X, word: 'failed' },
  not_possible: { tone: 'warn', icon: CircleHelp, word: 'not possible' },
  not_checked: { tone: 'neutral', icon: CircleHelp, word: 'not checked' },
} as const

type Outcome = keyof typeof looks

export const OutcomeBadge = ({ outcome }: { outcome: Outcome }) => {
  const { tone, icon, word } = looks[outcome]
  return (
    <Badge tone={tone}>
      <Icon of={icon} size={12} /> {word}
    </Badge>
  )
}

/** The number of checks per outcome, failed ones first. */
export const OutcomeCounts = ({ outcomes }: { outcomes: readonly Outcome[] }) => {
  const counted = (['failed', 'not_possible', 'not_checked', 'held'] as const)
    .map((outcome) => ({ outcome, count: outcomes.filter((one) => one === outcome).length }))
    .filter(({ count }) => count > 0)
  return (
    <span className="flex flex-wrap gap-1.5">
      {counted.map(({ outcome, count }) => {
        const { tone, icon, word } = looks[outcome]
        return (
          <Badge key={outcome} tone={tone}>
            <Icon of={icon} size={12} /> {count} {word}
          </Badge>
        )
      })}
    </span>
  )
}
