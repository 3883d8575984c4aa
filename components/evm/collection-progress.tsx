'use client'

import { type ComponentProps, lazy } from 'react'
import { Late } from '#components/ui/late.tsx'
import { CollectionComplete } from './collection-complete.tsx'
import type { CollectionGrowth as Growth } from './collection-growth.tsx'

const CollectionGrowth = lazy(() =>
  import('./collection-growth.tsx').then(({ CollectionGrowth }) => ({ default: CollectionGrowth })),
)

/** How complete what is shown of a contract is. What is complete stays so; the code that follows the rest comes for the rest. */
export const CollectionProgress = (props: ComponentProps<typeof Growth>) =>
  props.initial.status === 'SYNCED' ? (
    <CollectionComplete collection={props.initial} />
  ) : (
    <Late>
      <CollectionGrowth {...props} />
    </Late>
  )
