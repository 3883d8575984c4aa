'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'
import { isTyping } from './is-typing.ts'

/** The page that a link or a form of this document leads to; undefined where the browser should follow it itself. */
const pageOf = (address: string): string | undefined => {
  const { origin, pathname, search, hash, href } = new URL(address, location.href)
  if (origin !== location.origin || pathname.startsWith('/api/')) return
  const isFragment = hash !== '' && pathname === location.pathname && search === location.search
  return isFragment ? undefined : href
}

/** Fields that are empty say nothing, so they do not stand in the address. */
const addressOf = (form: HTMLFormElement): string => {
  const given = [...new FormData(form)].flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]]))
  const address = new URL(form.action)
  address.search = new URLSearchParams(given).toString()
  return address.href
}

const hasModifier = (event: MouseEvent | KeyboardEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/**
 * Plain links and plain GET forms lead to pages without loading the document again, and a link's own key follows it
 * (`aria-keyshortcuts`). The link is `data-pending` until its page is there. Without this they are what they are in HTML.
 */
export const SoftNavigation = () => {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()

  useEffect(() => {
    const follow = (event: Event, address: string, link?: HTMLElement) => {
      const page = pageOf(address)
      if (page === undefined) return
      event.preventDefault()
      if (link) link.dataset.pending = ''
      startTransition(() => router.push(page, { scroll: link?.dataset.keepScroll === undefined }))
    }
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
      if (!link || event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
      if (link.target === '' && !link.hasAttribute('download')) follow(event, link.href, link)
    }
    const submit = (event: SubmitEvent) => {
      if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || event.target.method !== 'get') return
      follow(event, addressOf(event.target))
    }
    const press = (event: KeyboardEvent) => {
      if (hasModifier(event) || isTyping(event.target)) return
      for (const link of document.querySelectorAll<HTMLElement>('a[aria-keyshortcuts]'))
        if (link.getAttribute('aria-keyshortcuts') === event.key) link.click()
    }
    document.addEventListener('click', click)
    document.addEventListener('submit', submit)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('click', click)
      document.removeEventListener('submit', submit)
      document.removeEventListener('keydown', press)
    }
  }, [router])

  useEffect(() => {
    if (isPending) return
    for (const link of document.querySelectorAll<HTMLElement>('a[data-pending]')) delete link.dataset.pending
  }, [isPending])

  return null
}
