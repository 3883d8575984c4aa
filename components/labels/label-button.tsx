import { Tag } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'
import type { LabelSubject } from '#lib/format/label-subject.ts'

/** Labels the subject of a page, in this browser. Has no code of its own: the dialog loads when opened. */
export const LabelButton = ({ kind, chain, subject }: LabelSubject) => (
  <button
    type="button"
    data-opens="label"
    data-kind={kind}
    data-chain={chain}
    data-subject={subject}
    title="Label or watch, in this browser"
    className="hit inline-flex max-w-full shrink-0 items-center gap-1 rounded p-1 align-middle text-muted hover:text-accent"
  >
    <Icon of={Tag} size={14} className="shrink-0" />
    <span className="sr-only">Label in this browser</span>
  </button>
)
