import { useEffect, useState } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { Button } from '#components/ui/button.tsx'
import { Modal } from '#components/ui/modal.tsx'
import { showLabels } from './show-labels.ts'
import { type Label, labelKey } from './stored/label.ts'
import { labelsOfFragment } from './stored/label-link.ts'
import { keepLabels, showForThisVisit } from './stored/label-store.ts'
import { useLabels } from './use-labels.ts'

const forgetFragment = (): void => history.replaceState(history.state, '', location.pathname + location.search)

const count = (labels: number): string => `${labels} ${labels === 1 ? 'label' : 'labels'}`

/** The labels in the URL of this page: none is used without the visitor's consent. */
export const BroughtDialog = ({ onClose }: { onClose: () => void }) => {
  const [fragment] = useState(() => location.hash)
  const [brought, setBrought] = useState<{ labels: Label[]; unread: number }>()
  const [isUnreadable, setIsUnreadable] = useState(false)
  const { own, account } = useLabels()
  useEffect(() => {
    void labelsOfFragment(fragment).then((read) => (read ? setBrought(read) : setIsUnreadable(true)))
  }, [fragment])
  const close = () => {
    forgetFragment()
    onClose()
  }
  const labels = brought?.labels ?? []
  const fresh = labels.filter((label) => !own.has(labelKey(label)))
  const useNow = () => {
    showForThisVisit(fragment, labels)
    void showLabels()
    close()
  }
  const keep = async () => {
    await keepLabels(fresh)
    void showLabels()
    close()
  }
  if (!brought && !isUnreadable) return null
  return (
    <Modal onClose={close} aria-labelledby="brought-title">
      <div className="grid gap-3 p-4">
        <h2 id="brought-title" className="font-semibold text-sm">
          {labels.length > 0
            ? `This link contains ${count(labels.length)}`
            : 'This link contains labels that cannot be read'}
        </h2>
        {labels.length > 0 ? (
          <>
            <p className="text-sm">
              These names were chosen by the author of the link and are not verified. Your own labels are never
              replaced.
            </p>
            <ul className="max-h-[40dvh] divide-y divide-line overflow-y-auto rounded-lg border border-line text-sm">
              {labels.map((label) => (
                <li key={labelKey(label)} className="px-3 py-1.5">
                  <bdi className="wrap-anywhere font-medium">{label.label || label.note}</bdi>
                  {(own.has(labelKey(label)) || account.has(labelKey(label))) && (
                    <span className="text-muted"> (you have one of your own)</span>
                  )}
                  <span className="block text-muted text-xs">
                    {label.chain} <Hash value={label.subject} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="text-sm">It is cut off, too long, or from a newer version.</p>
        )}
        {brought && brought.unread > 0 && <p className="text-sm">{brought.unread} more cannot be read.</p>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Ignore</Button>
          {fresh.length > 0 && (
            <Button onClick={keep}>Keep {fresh.length === labels.length ? '' : fresh.length}</Button>
          )}
          {labels.length > 0 && (
            <Button look="primary" onClick={useNow}>
              Use for this visit
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}
