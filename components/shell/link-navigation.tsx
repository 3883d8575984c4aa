'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState, useTransition } from 'react'
import { isTyping } from '#components/ui/is-typing.ts'
import { goToEvent } from './search/go-to.ts'

/** How long a pointer must rest on a link before its page is prefetched. */
const restMs = 80

/** The page of this site that an address leads to; undefined if the browser should follow it itself. */
const pageOf = (address: string): string | undefined => {
  const { origin, pathname, search, hash, href } = new URL(address, location.href)
  if (origin !== location.origin || pathname.startsWith('/api/')) return
  const isFragment = hash !== '' && pathname === location.pathname && search === location.search
  return isFragment ? undefined : href
}

/** The URL of a submitted GET form, with the pressed button, without empty fields. */
const addressOf = (form: HTMLFormElement, button: HTMLElement | null): string => {
  const given = [...new FormData(form, button)].flatMap(([name, value]) =>
    value === '' ? [] : [[name, String(value)]],
  )
  const address = new URL(form.action)
  address.search = new URLSearchParams(given).toString()
  return address.href
}

const hasModifier = (event: MouseEvent | KeyboardEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** The link that an event is about, if this code should follow it. */
const linkOf = ({ target }: Event): HTMLAnchorElement | undefined => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  return link && link.target === '' && !link.hasAttribute('download') ? link : undefined
}

/**
 * Follows links and GET forms with Next's router, and links by their own key (`aria-keyshortcuts`). A page is prefetched once a
 * pointer rests on its link, a finger touches it, or it gets the focus; not when it comes into view, because pages are rendered per
 * request and a list of 50 rows has 250 links. The server answers with the page's structure only (lib/http/prefetch.ts), so the
 * click shows the next tab's loading state at once; pages without one have `NextFrame`. The followed link is `data-pending` until
 * its page is there.
 */
export const LinkNavigation = () => {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const [frame, setFrame] = useState<ReactNode>()

  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined
    const prefetch = (event: Event) => {
      const link = linkOf(event)
      const page = link && !link.dataset.opens && pageOf(link.href)
      if (page) router.prefetch(page)
    }
    const restOn = (event: Event) => {
      clearTimeout(rest)
      rest = setTimeout(() => prefetch(event), restMs)
    }
    const follow = (event: Event, address: string, link?: HTMLElement) => {
      const page = pageOf(address)
      if (page === undefined) return
      event.preventDefault()
      if (link) link.dataset.pending = ''
      document.querySelector<HTMLElement>(':popover-open')?.hidePopover()
      setFrame(undefined)
      void import('./next-frame.tsx').then(({ nextFrameTo }) => setFrame(nextFrameTo(page, link))).catch(() => {})
      startTransition(() => router.push(page, { scroll: link?.dataset.keepScroll === undefined }))
    }
    const click = (event: MouseEvent) => {
      clearTimeout(rest)
      const link = linkOf(event)
      if (link && !event.defaultPrevented && event.button === 0 && !hasModifier(event)) follow(event, link.href, link)
    }
    const submit = (event: SubmitEvent) => {
      if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || event.target.method !== 'get') return
      follow(event, addressOf(event.target, event.submitter))
    }
    const go = (event: Event) => event instanceof CustomEvent && follow(event, event.detail)
    const press = (event: KeyboardEvent) => {
      if (hasModifier(event) || isTyping(event.target)) return
      document.querySelector<HTMLElement>(`a[aria-keyshortcuts="${CSS.escape(event.key)}"]`)?.click()
    }
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('click', click, { signal })
    document.addEventListener('submit', submit, { signal })
    document.addEventListener('keydown', press, { signal })
    document.addEventListener(goToEvent, go, { signal })
    document.addEventListener('mouseover', restOn, { signal, passive: true })
    document.addEventListener('focusin', restOn, { signal, passive: true })
    document.addEventListener('touchstart', prefetch, { signal, passive: true })
    return () => {
      stop.abort()
      clearTimeout(rest)
    }
  }, [router])

  // Explorers name tabs behind `#`, which no server sees; a browser keeps it when it is redirected here.
  useEffect(() => {
    if (location.hash) void import('./named-tab.ts').then(({ openNamedTab }) => openNamedTab(router))
  }, [router])

  useEffect(() => {
    if (isPending) return
    for (const link of document.querySelectorAll<HTMLElement>('a[data-pending]')) delete link.dataset.pending
  }, [isPending])

  if (!isPending) return null
  return (
    <>
      <span data-pending hidden />
      {frame}
    </>
  )
}
