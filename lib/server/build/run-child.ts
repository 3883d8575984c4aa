import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { programFolder } from '#lib/process/program-folder.ts'

/** Starts a script of the program, or of a package, as a step of a build: it ends with this process. */
export const runChild = (script: string, parameters: string[], output: 'inherit' | 'pipe'): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      `--import=${new URL('./end-with-parent.mjs', import.meta.url)}`,
      join(programFolder, script),
      ...parameters,
    ],
    {
      cwd: programFolder,
      stdio: ['ignore', output, output, 'ipc'],
      env: { ...process.env, BUILD_PARENT: String(process.pid) },
    },
  )
