import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium as playwrightChromium } from '@playwright/test'

/** Debian's headless shell: half the processor time of the full browser for the same tests, or less (measured: 23 s and 60 s). */
const debianShell = '/usr/bin/chromium-headless-shell'

const fullBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

const installMs = 300_000

/** The headless shell of the installed Playwright release, in a folder beside its full browser's: `chromium_headless_shell-1234`. */
const playwrightShell = (): string | undefined => {
  const release = dirname(dirname(playwrightChromium.executablePath()))
  const folder = release.replace(/chromium-(\d+)$/, 'chromium_headless_shell-$1')
  return globSync(join(folder, '*', '{chrome-headless-shell,headless_shell}{,.exe}'))[0]
}

const installedShell = (): string | undefined => (existsSync(debianShell) ? debianShell : playwrightShell())

const installByApt = (): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing the Debian package chromium-headless-shell.')
  for (const parameters of [['update'], ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']])
    spawnSync('apt-get', ['-o', 'Acquire::http::Timeout=20', ...parameters], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: installMs,
    })
}

const installByPlaywright = (): void => {
  console.log("Installing Playwright's headless shell.")
  spawnSync('node_modules/.bin/playwright', ['install', '--only-shell', 'chromium'], {
    stdio: 'inherit',
    timeout: installMs,
  })
}

/** The headless shell of an npm package, for x64 Linux. It is unpacked into the folder for temporary files. */
const packagedShell = async (): Promise<string | undefined> => {
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    const path = await packaged.executablePath()
    execFileSync(path, ['--version'], { stdio: 'ignore' })
    return path
  } catch {
    return undefined
  }
}

/**
 * The Chromium to test with: `CHROME_PATH`, or a headless shell, which is installed if it is missing (by root as a Debian package, else by
 * Playwright, else from an npm package). A full browser of the system comes last, and loudly. @throws if there is none.
 */
export const provideChromium = async (): Promise<string> => {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  for (const install of [() => undefined, installByApt, installByPlaywright]) {
    install()
    const shell = installedShell()
    if (shell !== undefined) return shell
  }
  const packaged = await packagedShell()
  if (packaged !== undefined) return packaged
  const full = [...fullBrowsers, playwrightChromium.executablePath()].find((path) => existsSync(path))
  if (full === undefined) throw new Error('Chromium is missing: install chromium-headless-shell, or set CHROME_PATH.')
  console.warn(
    `\n*** Only a full browser was found: ${full}. ***\n` +
      '*** The browser tests take more than twice as long as with chromium-headless-shell. ***\n',
  )
  return full
}
