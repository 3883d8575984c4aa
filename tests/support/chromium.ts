import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium as playwrightChromium } from '@playwright/test'

/** Needs half the CPU time: 33 s instead of 67 s for `wallet-pages.spec.ts`. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const installed = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

const found = (): string | undefined =>
  [process.env.CHROME_PATH ?? '', ...installed, playwrightChromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  )

const installMs = 300_000

const installByApt = (name: string): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing the Debian package ${name}.`)
  for (const parameters of [['update'], ['install', '-y', '--no-install-recommends', name]])
    spawnSync('apt-get', ['-o', 'Acquire::http::Timeout=20', ...parameters], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: installMs,
    })
}

const installByPlaywright = (): void => {
  console.log("No Chromium here: fetching Playwright's own.")
  spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], { stdio: 'inherit', timeout: installMs })
}

/**
 * The Chromium to test with: `CHROME_PATH`, Debian's headless shell (installed if this is root), the system's browser,
 * Debian's Chromium, Playwright's, or the one in an npm package. @throws if none of them starts.
 */
export const provideChromium = async (): Promise<string> => {
  if (!process.env.CHROME_PATH && !existsSync(headlessShell)) installByApt('chromium-headless-shell')
  for (const install of [() => undefined, () => installByApt('chromium'), installByPlaywright]) {
    install()
    const path = found()
    if (path !== undefined) return path
  }
  const { default: packaged } = await import('@sparticuz/chromium')
  const path = await packaged.executablePath()
  execFileSync(path, ['--version'], { stdio: 'ignore' })
  return path
}
