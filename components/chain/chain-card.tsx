import type { ReactNode } from 'react'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { ChainIcon } from './chain-icon.tsx'

/** A chain on the home page: whether it is alive, and the way to it. */
export const ChainCard = ({
  href,
  title,
  icon,
  colour,
  word,
  tone,
  children,
}: {
  href: string
  title: string
  icon?: string | undefined
  colour?: string | undefined
  /** The state of its data. */
  word: string
  tone: Tone
  children?: ReactNode
}) => (
  <li className="chain-card">
    <ChainIcon icon={icon} colour={colour} size={32} />
    <div className="min-w-0 grow">
      <div className="flex items-center justify-between gap-2">
        <Link href={href} className="truncate font-semibold text-sm">
          {title}
        </Link>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="truncate text-label text-muted">{children}</p>
    </div>
  </li>
)
