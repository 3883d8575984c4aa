'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import Link, { useLinkStatus } from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'

type Neighbour = { title: string; href: string | undefined }

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Previous and next as arrow buttons, and as the keys `[` and `]`. Without `href` there is none on that side. */
export const Neighbours = ({ previous, next }: { previous: Neighbour; next: Neighbour }) => {
  const router = useRouter()
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const href = event.key === '[' ? previous.href : event.key === ']' ? next.href : undefined
      if (href !== undefined) router.push(href)
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [router, previous.href, next.href])
  return (
    <nav aria-label="Neighbours" className="flex gap-2">
      <Step {...previous} shortcut="[" icon={<ChevronLeft aria-hidden size={16} />} />
      <Step {...next} shortcut="]" icon={<ChevronRight aria-hidden size={16} />} />
    </nav>
  )
}

const Step = ({ title, href, shortcut, icon }: Neighbour & { shortcut: string; icon: ReactNode }) => {
  if (href === undefined)
    return (
      <Button disabled title={`No ${title.toLowerCase()}`} aria-label={title} className="px-2">
        {icon}
      </Button>
    )
  return (
    <Link
      href={href}
      prefetch={false}
      title={`${title} (key ${shortcut})`}
      aria-label={title}
      aria-keyshortcuts={shortcut}
      className={buttonClasses('plain', 'px-2')}
    >
      <Pending>{icon}</Pending>
    </Link>
  )
}

const Pending = ({ children }: { children: ReactNode }) => {
  const { pending } = useLinkStatus()
  return <span className={pending ? 'motion-safe:animate-pulse opacity-60' : undefined}>{children}</span>
}
