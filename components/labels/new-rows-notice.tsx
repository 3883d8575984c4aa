import { X } from 'lucide-react'
import { createRoot, type Root } from 'react-dom/client'
import { Button } from '#components/ui/button.tsx'

type Notice = { text: string; onSeen: () => void }

let root: Root | undefined
let place: HTMLElement | undefined

export const hideNewRows = (): void => {
  root?.unmount()
  place?.remove()
  root = undefined
  place = undefined
}

/** Over the page's lower edge: it moves nothing of what is read. */
export const showNewRows = ({ text, onSeen }: Notice): void => {
  hideNewRows()
  place = document.createElement('div')
  place.setAttribute('role', 'region')
  place.setAttribute('aria-label', 'New since the last visit')
  place.className = 'pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center px-4'
  document.body.append(place)
  root = createRoot(place)
  root.render(
    <div className="pointer-events-auto flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-surface py-1.5 pr-1.5 pl-4 text-sm shadow-lg">
      <span role="status">{text}</span>
      <Button
        onClick={() => {
          hideNewRows()
          onSeen()
        }}
      >
        Mark all as seen
      </Button>
      <Button look="quiet" aria-label="Hide" onClick={hideNewRows} className="px-2">
        <X size={16} aria-hidden />
      </Button>
    </div>,
  )
}
