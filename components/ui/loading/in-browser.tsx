'use client'

import { type ReactNode, useEffect, useState } from 'react'

/** Renders its children in the browser only: for content that exists only there. `place` is shown until then. */
export const InBrowser = ({ place, children }: { place?: ReactNode; children: ReactNode }) => {
  const [isInBrowser, setIsInBrowser] = useState(false)
  useEffect(() => setIsInBrowser(true), [])
  return isInBrowser ? children : place
}
