import { spawn } from 'node:child_process'
import { ownEnd } from './restart-policy.ts'
import { previousEndFlags, supervisedFlag } from './sign.ts'
import type { SupervisedProcess } from './supervise.ts'

type ScriptOptions = {
  parameters?: readonly string[]
  /** Used for the first start only. */
  parametersOnce?: readonly string[]
  /** For Node itself. */
  options?: readonly string[]
  env?: NodeJS.ProcessEnv
}

/** A Node process with a pipe for its signs of life as its fourth stream. Flags report how the previous one ended. */
export const supervisedScript = (
  name: string,
  script: string,
  { parameters = [], parametersOnce = [], options = [], env }: ScriptOptions = {},
): SupervisedProcess => ({
  name,
  // node:sqlite prints a warning that it is experimental, once per process.
  start: (previous) => {
    const end = previous && ownEnd(previous)
    const flags = [supervisedFlag, ...(end ? [previousEndFlags[end]] : []), ...(previous ? [] : parametersOnce)]
    const nodeOptions = ['--disable-warning=ExperimentalWarning', ...options]
    return spawn(process.execPath, [...nodeOptions, script, ...flags, ...parameters], {
      stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
      env,
    })
  },
})
