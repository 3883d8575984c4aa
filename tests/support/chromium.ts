import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium as playwrightChromium } from '@playwright/test'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

const found = (): string | undefined =>
  [process.env.CHROME_PATH ?? '', ...installed, playwrightChromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  )

const installByApt = (): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('No Chromium here: installing the Debian package.')
  for (const parameters of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
    spawnSync('apt-get', parameters, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
}

const installByPlaywright = (): void => {
  console.log("No Chromium here: fetching Playwright's own.")
  spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], { stdio: 'inherit', timeout: 300_000 })
}

/**
 * A Chromium to test with: the system's, else the Debian package (as root), else Playwright's own, else the one
 * that an npm package carries. @throws when none can be had.
 */
export const provideChromium = async (): Promise<string> => {
  for (const install of [() => undefined, installByApt, installByPlaywright]) {
    install()
    const path = found()
    if (path !== undefined) return path
  }
  const { default: packaged } = await import('@sparticuz/chromium')
  const path = await packaged.executablePath()
  execFileSync(path, ['--version'], { stdio: 'ignore' })
  return path
}
