'use client'

import { Settings2 } from 'lucide'
import { lazy, useState } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import { Menu } from '#components/ui/menu.tsx'
import type { Theme } from './theme.ts'

/** They need JavaScript, and few visitors open them. */
const Settings = lazy(() => import('./settings.tsx').then((it) => ({ default: it.Settings })))

/** How all pages are shown. */
export const SettingsMenu = ({ theme }: { theme: Theme }) => {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <Menu className="relative" onToggle={() => setIsOpened(true)}>
      <summary aria-label="Settings" title="Settings" className="header-icon">
        <Icon of={Settings2} size={17} />
        <span className="sm:hidden">Settings</span>
      </summary>
      <div className="menu-panel right-0 w-64">
        {isOpened && (
          <LazyBoundary>
            <Settings theme={theme} />
          </LazyBoundary>
        )}
      </div>
    </Menu>
  )
}
