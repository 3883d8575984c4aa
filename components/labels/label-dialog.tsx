import { Link } from '#components/ui/link.tsx'
import { Modal } from '#components/ui/modal.tsx'
import { type LabelKind, labelKinds } from '#lib/format/label-subject.ts'
import { LabelForm } from './label-form.tsx'
import { NotKept } from './not-kept.tsx'
import { labelKey } from './stored/label.ts'
import { useLabels } from './use-labels.ts'

/** The label and watch state of the subject named by the pressed button. */
export const LabelDialog = ({ about, onClose }: { about: DOMStringMap; onClose: () => void }) => {
  const kind: LabelKind = labelKinds.find((one) => one === about.kind) ?? 'wallet'
  const subject = { kind, chain: about.chain ?? '', subject: about.subject ?? '' }
  const { own, account, link, isKept } = useLabels()
  const key = labelKey(subject)
  const known = own.get(key)
  const brought = link.get(key)?.label
  const ofAccount = account.get(key)?.label
  return (
    <Modal onClose={onClose} aria-labelledby="label-title">
      <div className="grid gap-3 p-4">
        <div>
          <h2 id="label-title" className="font-semibold text-sm">
            Label this {kind}
          </h2>
          <p className="break-all font-mono text-muted text-xs">{subject.subject}</p>
        </div>
        {ofAccount && (
          <p className="wrap-anywhere text-sm">Your account calls it “{ofAccount}”, which is shown first.</p>
        )}
        {brought && <p className="wrap-anywhere text-sm">A link that you opened calls it “{brought}”.</p>}
        {/* The current values load a moment after the dialog opens. */}
        <LabelForm key={known?.updatedAt ?? 0} subject={subject} known={known} onDone={onClose} />
        {isKept ? (
          <p className="text-muted text-xs">
            Stored in this browser only.{' '}
            <Link href="/labels" onClick={onClose} className="text-accent underline">
              All labels
            </Link>
          </p>
        ) : (
          <NotKept />
        )}
      </div>
    </Modal>
  )
}
