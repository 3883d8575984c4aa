import { ImageOff } from 'lucide'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'

/** Plays a film or sound at once. */
export const NftPlayer = ({ path, category, name }: { path: string; category: 'video' | 'audio'; name: string }) => {
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed)
    return (
      <div role="alert" className="flex size-full flex-col items-center justify-center gap-3 bg-sunken p-4 text-center">
        <Icon of={ImageOff} size={34} className="text-muted" />
        <p className="text-muted text-sm">The {category} could not be fetched, or this browser cannot play it.</p>
        <Button onClick={() => setHasFailed(false)}>Try again</Button>
      </div>
    )
  const player = {
    src: path,
    controls: true,
    autoPlay: true,
    'aria-label': name,
    onError: () => setHasFailed(true),
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
