'use client'

import { useEffect } from 'react'

/** The address, value or selector of an element. Addresses are recognised by their links. */
const meaningOf = (element: Element): string | undefined => {
  const given = element.getAttribute('data-mark')
  if (given) return given
  return /\/address\/(0x[0-9a-f]{40})$/.exec(element.getAttribute('href') ?? '')?.[1]
}

const meant = 'main [data-mark], main a[href*="/address/0x"]'

/**
 * Highlights other occurrences of the value under the pointer or focus. Sets one attribute on these elements without
 * rendering; unique values are not highlighted.
 */
export const MarkSame = () => {
  useEffect(() => {
    let marked: Element[] = []
    let meaning: string | undefined
    const clear = () => {
      for (const element of marked) element.removeAttribute('data-marked')
      marked = []
      meaning = undefined
    }
    const mark = ({ target }: Event) => {
      const element = target instanceof Element ? target.closest(meant) : null
      const next = element ? meaningOf(element) : undefined
      if (next === meaning) return
      clear()
      if (next === undefined) return
      meaning = next
      const same = [...document.querySelectorAll(meant)].filter((one) => meaningOf(one) === next)
      if (same.length < 2) return
      marked = same
      for (const one of same) one.setAttribute('data-marked', '')
    }
    document.addEventListener('pointerover', mark)
    document.addEventListener('focusin', mark)
    return () => {
      clear()
      document.removeEventListener('pointerover', mark)
      document.removeEventListener('focusin', mark)
    }
  }, [])
  return null
}
