'use client'

import { FileCheck2 } from 'lucide'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { Modal } from '#components/ui/modal.tsx'
import { handFile } from './handed-file.ts'

/** Comes while a file is held over a page: a file of evidence that is let go there is opened. */
export const DropDialog = ({ onClose }: { onClose: () => void }) => {
  const router = useRouter()
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault()
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && onClose()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      onClose()
      const file = event.dataTransfer?.files[0]
      if (!file) return
      handFile(file)
      router.push('/evidence')
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [router, onClose])
  return (
    <Modal onClose={onClose} aria-label="Open a file of evidence">
      <p className="m-4 grid justify-items-center gap-3 rounded-lg border-2 border-accent border-dashed px-6 py-12 text-center text-sm">
        <Icon of={FileCheck2} size={28} className="text-accent" />
        Let go of the file to open it as evidence. It stays in this browser.
      </p>
    </Modal>
  )
}
