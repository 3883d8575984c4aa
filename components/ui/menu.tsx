'use client'

import { type ComponentProps, useEffect, useRef } from 'react'

/**
 * A menu. It opens and closes without JavaScript; with it, a press elsewhere, Escape, and following one of its links
 * also close it.
 */
export const Menu = (props: ComponentProps<'details'>) => {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => menu.current?.removeAttribute('open')
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node && menu.current?.contains(target))) menu.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [])
  return (
    <details
      ref={menu}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) close()
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
      {...props}
    />
  )
}
