import { useEffect, useRef, useState } from 'react'
import { type ExportFile, type ExportJob, type ExportProgress, startExport } from './export-job.ts'

/** Runs one export at a time; it ends when its component unmounts. */
export const useExport = () => {
  const job = useRef<ExportJob>(undefined)
  const [progress, setProgress] = useState<ExportProgress>()
  const cancel = () => {
    job.current?.cancel()
    job.current = undefined
    setProgress(undefined)
  }
  useEffect(() => () => job.current?.cancel(), [])
  return {
    progress,
    start: (address: string, file: ExportFile) => {
      cancel()
      job.current = startExport(address, file, setProgress)
    },
    pause: () => job.current?.pause(),
    resume: () => job.current?.resume(),
    cancel,
  }
}
