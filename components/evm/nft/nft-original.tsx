'use client'

import { ImageOff, Play } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'

/**
 * A film or sound, streamed through this server: it is large and untrusted, so it is only fetched on request.
 * `children` is shown until then.
 */
export const NftOriginal = ({
  path,
  category,
  name,
  children,
}: {
  path: string
  category: 'video' | 'audio'
  name: string
  children: ReactNode
}) => {
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting')
  if (state === 'failed')
    return (
      <div role="alert" className="flex size-full flex-col items-center justify-center gap-3 bg-sunken p-4 text-center">
        <Icon of={ImageOff} size={34} className="text-muted" />
        <p className="text-muted text-sm">The {category} could not be fetched, or this browser cannot play it.</p>
        <Button onClick={() => setState('shown')}>Try again</Button>
      </div>
    )
  if (state === 'waiting')
    return (
      <div className="relative size-full">
        {children}
        <Button onClick={() => setState('shown')} className="absolute bottom-4 left-1/2 -translate-x-1/2">
          <Icon of={Play} size={14} /> Play {category}
        </Button>
      </div>
    )
  const player = {
    src: path,
    controls: true,
    autoPlay: true,
    'aria-label': name,
    onError: () => setState('failed'),
  } as const
  return (
    <div className="flex size-full items-center justify-center bg-sunken">
      {category === 'video' ? (
        <video {...player} loop playsInline className="size-full object-contain" />
      ) : (
        <audio {...player} className="w-full px-4" />
      )}
    </div>
  )
}
