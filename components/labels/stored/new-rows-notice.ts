import { buttonClasses } from '#components/ui/button.tsx'

let place: HTMLElement | undefined

const made = <Name extends 'div' | 'span' | 'button'>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  text = '',
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.textContent = text
  return element
}

export const hideNewRows = (): void => {
  place?.remove()
  place = undefined
}

/** A notice over the page's lower edge, so that nothing moves. It is created outside React, like all label marks. */
export const showNewRows = ({ text, onSeen }: { text: string; onSeen: () => void }): void => {
  hideNewRows()
  const seen = made('button', { type: 'button', class: buttonClasses() }, 'Mark all as seen')
  const hide = made('button', { type: 'button', 'aria-label': 'Hide', class: buttonClasses('quiet', 'px-2') }, '✕')
  const card = made('div', {
    class:
      'pointer-events-auto flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-surface py-1.5 pr-1.5 pl-4 text-sm shadow-lg',
  })
  const status = made('span', { role: 'status' })
  card.append(status, seen, hide)
  place = made('div', {
    role: 'region',
    'aria-label': 'New since the last visit',
    class: 'pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center px-4',
  })
  place.append(card)
  document.body.append(place)
  // A live region is read when it changes.
  status.textContent = text
  hide.addEventListener('click', hideNewRows)
  seen.addEventListener('click', () => {
    hideNewRows()
    onSeen()
  })
}
