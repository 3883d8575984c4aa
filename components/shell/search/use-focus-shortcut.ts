import { type RefObject, useEffect } from 'react'
import { isTyping } from '#components/ui/is-typing.ts'

/** `/` focuses the field, if it is in view and nothing else is being typed in. */
export const useFocusShortcut = (field: RefObject<HTMLInputElement | null>, isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (!field.current?.checkVisibility()) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [field, isOn])
}
