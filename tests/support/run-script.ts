import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { bareEnvironment } from './bare-environment.ts'
import { bundledScript } from './bundled-script.ts'
import { isFull } from './tier.ts'

/**
 * Runs a script of the product to its end, with nothing inherited from the environment of this process. The full tier runs its
 * sources, as users do.
 */
export const runScript = async (script: string, words: readonly string[], environment: Record<string, string>) => {
  const parameters = ['--disable-warning=ExperimentalWarning', isFull ? script : await bundledScript(script), ...words]
  const env = { ...bareEnvironment(), ...environment }
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, parameters, { env })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}
