'use client'

import { Play } from 'lucide'
import { type ComponentProps, lazy, type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import { NotLoaded } from '#components/ui/loading/not-loaded.tsx'
import type { NftPlayer as Player } from './nft-player.tsx'

const NftPlayer = lazy(() => import('./nft-player.tsx').then(({ NftPlayer }) => ({ default: NftPlayer })))

/**
 * A film or sound, streamed through this server: it is large and untrusted, so it is only fetched on request.
 * `children` is shown until then.
 */
export const NftOriginal = ({ children, ...player }: ComponentProps<typeof Player> & { children: ReactNode }) => {
  const [isPlaying, setIsPlaying] = useState(false)
  if (isPlaying)
    return (
      <LazyBoundary fallback={children} missing={<NotLoaded />}>
        <NftPlayer {...player} />
      </LazyBoundary>
    )
  return (
    <div className="relative size-full">
      {children}
      <Button onClick={() => setIsPlaying(true)} className="absolute bottom-4 left-1/2 -translate-x-1/2">
        <Icon of={Play} size={14} /> Play {player.category}
      </Button>
    </div>
  )
}
