'use client'

import { QrCode } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

const QrDialog = lazy(() => import('./qr-dialog.tsx').then(({ QrDialog }) => ({ default: QrDialog })))

/** An address as a picture for a phone's camera; made when it is asked for. */
export const QrButton = ({ value }: { value: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        title="Show as a QR code"
        aria-label="Show as a QR code"
        className="hit inline-flex shrink-0 rounded p-1 align-middle text-muted hover:text-accent"
      >
        <QrCode size={14} />
      </button>
      <Suspense>{isOpen && <QrDialog value={value} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
