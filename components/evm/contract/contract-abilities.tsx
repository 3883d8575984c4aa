import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContract } from '#lib/evm/contract/contract.ts'
import { CodeText } from './code-text.tsx'

type Ability = EvmContract['abilities'][number]

const titles: Readonly<Record<Ability['ability'], string>> = {
  pause: 'Pause',
  upgrade: 'Upgrade',
  mint: 'Mint',
  destroy: 'Destroy',
}
const answers: Readonly<Record<Ability['answer'], { word: string; tone: Tone }>> = {
  yes: { word: 'yes', tone: 'warn' },
  not_found: { word: 'not found', tone: 'neutral' },
  unknown: { word: 'unknown', tone: 'neutral' },
}

/** Whether a contract can be paused, upgraded, minted or destroyed, in one sentence each. */
export const ContractAbilities = ({ abilities }: { abilities: readonly Ability[] }) => (
  <Panel title="What can be done with it">
    <ul className="divide-y divide-line">
      {abilities.map(({ ability, answer, sentence }) => (
        <li key={ability} className="grid gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
          <span className="flex items-center gap-2 self-start leading-6">
            <span className="font-medium">{titles[ability]}</span>
            <Badge tone={answers[answer].tone}>{answers[answer].word}</Badge>
          </span>
          <p className="leading-6">
            <CodeText text={sentence} />
          </p>
        </li>
      ))}
    </ul>
  </Panel>
)
