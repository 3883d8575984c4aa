import { spawn } from 'node:child_process'
import { ownEnd } from './restart-policy.ts'
import { previousEndFlags, supervisedFlag } from './sign.ts'
import type { SupervisedProcess } from './supervise.ts'

type ScriptOptions = {
  parameters?: readonly string[]
  /** Only for the first start. */
  parametersOnce?: readonly string[]
  env?: NodeJS.ProcessEnv
}

/** A Node process with a pipe for its signs of life as its fourth stream. It is told how the one before it ended. */
export const supervisedScript = (
  name: string,
  script: string,
  { parameters = [], parametersOnce = [], env }: ScriptOptions = {},
): SupervisedProcess => ({
  name,
  // node:sqlite still announces itself as experimental, once per process.
  start: (previous) => {
    const end = previous && ownEnd(previous)
    const flags = [supervisedFlag, ...(end ? [previousEndFlags[end]] : []), ...(previous ? [] : parametersOnce)]
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...flags, ...parameters], {
      stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
      env,
    })
  },
})
